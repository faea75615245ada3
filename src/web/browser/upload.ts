import { encodeFields } from './shared/outbox.ts';
import type { FilledFields } from './shared/store.ts';

export const hasFiles = (fields: FilledFields): boolean => fields.some(([, value]) => typeof value !== 'string');

/** Like `postForm`, for files: the form shows the upload progress. */
export async function postFiles(
  form: HTMLFormElement,
  address: string,
  account: string,
  fields: FilledFields,
): Promise<Response> {
  const { note, bar } = createNote();
  form.append(note);
  try {
    return await send(address, account, fields, bar);
  } finally {
    note.remove();
  }
}

function createNote(): { note: HTMLElement; bar: HTMLProgressElement } {
  const note = document.createElement('p');
  const label = document.createElement('label');
  const bar = document.createElement('progress');
  note.className = 'soft';
  label.append('Sending ', bar);
  note.append(label);
  return { note, bar };
}

/** `fetch` doesn't report upload progress. */
function send(address: string, account: string, fields: FilledFields, bar: HTMLProgressElement): Promise<Response> {
  const request = new XMLHttpRequest();
  request.open('POST', address);
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('x-account', account);
  request.upload.onprogress = ({ loaded, total }) => {
    bar.max = total;
    bar.value = loaded;
  };
  return new Promise((resolve, reject) => {
    request.onload = () => {
      const type = request.getResponseHeader('content-type') ?? '';
      resolve(new Response(request.responseText, { status: request.status, headers: { 'content-type': type } }));
    };
    request.onerror = () => reject(new TypeError('the server could not be reached'));
    request.send(encodeFields(fields));
  });
}

import * as v from 'valibot';
import { actionField, fieldsOf, keyField, pictureTypes } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { keepsMessages, unsentTemplate } from '../../frame/unsent.ts';
import type { Visit } from '../../visit.ts';

/** What the form of a post holds: its text, new pictures, and the names of those that it keeps. */
export const postForm = {
  text: v.string(),
  images: v.optional(v.array(v.string()), []),
  'keep[]': v.optional(v.array(v.string()), []),
};

interface PostForm {
  readonly text: string;
  readonly images: readonly string[];
  readonly 'keep[]': readonly string[];
}

/** What the form says, as the calls take it: kept pictures come first. A browser sends an empty file where none was chosen. */
export const readPostForm = ({ text, images, 'keep[]': kept }: PostForm) => ({
  text,
  images: [
    ...kept.map((filename) => ({ filename })),
    ...images.filter((image) => image !== '').map((image) => ({ image })),
  ],
});

interface PostFormOptions {
  readonly action: string;
  readonly label: string;
  readonly button: Html | string;
  /** Fields that come first. */
  readonly before?: Html;
  readonly text?: string;
  /** Names of pictures that the post has. */
  readonly pictures?: readonly string[];
  /** How many it may have. */
  readonly maxPictures?: number;
  /** New posts wait on the phone while the box is out of reach, and are shown there: beside the form, or where the page says. */
  readonly waits?: 'before' | 'after' | 'elsewhere';
}

/** The form in which a post is written or changed. */
export function postFormFor(
  visit: Pick<Visit, 'failure'>,
  { action, label, button, before = nothing, text, pictures = [], maxPictures = 4, waits }: PostFormOptions,
): Html {
  const { field, check, trouble } = fieldsOf(visit, action);
  const form = html`<form class="${waits === 'elsewhere' ? 'composer' : 'note'}" method="post" enctype="multipart/form-data"${waits ? keepsMessages : nothing}>${actionField(action)}${keyField()}${trouble()}
${before}${field({ name: 'text', label, value: text, isMultiline: true, isRequired: true, maxLength: 2047, names: 'mentioned' })}
${when(
  pictures.length,
  () =>
    html`<fieldset><legend>Pictures it keeps</legend>${pictures.map((name) => check({ name: 'keep[]', value: name, isChecked: true, label: html`<img src="/api/v3/image/thumb/${name}" alt="A picture" loading="lazy" class="small">` }))}</fieldset>`,
)}
${when(
  maxPictures,
  (max) =>
    html`<details><summary>Add ${max === 1 ? 'a picture' : 'pictures'}</summary>${field({ name: 'images', label: max === 1 ? 'A picture' : 'Pictures', type: 'file', accept: pictureTypes, isMultiple: max > 1, hint: 'Where they were taken is removed from them.' })}</details>`,
)}
<p class="actions"><button type="submit" class="button">${button}</button></p></form>`;
  if (!waits || waits === 'elsewhere') return form;
  return waits === 'before' ? html`${unsentTemplate('post')}${form}` : html`${form}${unsentTemplate('post')}`;
}

import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { fezApi } from '#features/fez/api.ts';
import { type FezData, kinds } from '#features/fez/records.ts';
import { actionField, createFields } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { findPeople, peopleField, usernameEndpoints } from '../../frame/named-people.ts';
import { getShownName, personLine } from '../../frame/people.ts';
import { pageBelow } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { chatFields, readChatForm, showChatFields } from './chat-form.ts';

type ChatVisit = Visit<{ readonly chat: string }, unknown>;
type EditVisit = Visit<{ readonly chat: string }, unknown, 'add' | 'remove'>;
const toChat = ({ params }: ChatVisit) => ({ params: { fezID: params.chat } });
const getChatAddress = ({ params }: ChatVisit) => `/chats/${params.chat}`;

/** What the owner can do with a chat or appointment: edit it, change its members, cancel it. */
export const editChat = page({
  path: '/chats/{chat}/edit',
  place: 'chats',
  params: { chat: uuid },
  asks: [fezApi.read],
  mayAsk: [fezApi.update],
  actions: {
    save: call(
      fezApi.update,
      chatFields,
      (visit: ChatVisit, form) => ({ ...toChat(visit), body: { ...readChatForm(form), initialUsers: [] } }),
      getChatAddress,
    ),
    add: {
      asks: [...usernameEndpoints, fezApi.addMember],
      form: { people: v.string() },
      async run(visit, { people }) {
        for (const userID of await findPeople(visit, 'people', people))
          await visit.ask(fezApi.addMember, { params: { fezID: visit.params.chat, userID } });
        return undefined;
      },
    },
    remove: call(fezApi.removeMember, { value: uuid }, ({ params }: ChatVisit, { value }) => ({
      params: { fezID: params.chat, userID: value },
    })),
    cancel: call(fezApi.cancel, {}, toChat, getChatAddress),
    delete: call(fezApi.delete, {}, toChat, () => '/chats'),
  },
  async show(visit) {
    const shown = await visit.ask(fezApi.read, { ...toChat(visit), query: { limit: 1 } });
    const { trouble } = createFields(visit, 'save');
    const { isAppointment, isDeletedByOwner, hasChangingMembers } = kinds[shown.fezType];
    const content = html`<form method="post">${actionField(visit, 'save')}${trouble()}
${showChatFields(visit, 'save', shown.fezType, shown)}
<p class="actions"><button type="submit" class="button">Save</button></p></form>
${hasChangingMembers ? members(shown, visit) : nothing}
${when(isAppointment && !isDeletedByOwner && !shown.cancelled, () => html`<form method="post" class="actions"><button type="submit" class="quiet stop" name="${visit.action('cancel')}">Cancel event and notify everyone</button></form>`)}
${when(isDeletedByOwner, () => html`<form method="post" class="actions"><button type="submit" class="quiet stop" name="${visit.action('delete')}">Delete event</button></form>`)}`;
    return pageBelow({ label: 'Back', path: getChatAddress(visit) }, 'Edit', content);
  },
});

function members({ members, owner }: FezData, visit: EditVisit): Html {
  const { field, trouble } = createFields(visit, 'add');
  const others = [...(members?.participants ?? []), ...(members?.waitingList ?? [])].filter(
    ({ userID }) => userID !== owner.userID,
  );
  return html`<section aria-labelledby="members"><h2 id="members">Members</h2>
${when(
  others.length,
  () =>
    html`<form method="post"><ul class="rows">${others.map((user) => personLine(user, html`<button type="submit" class="quiet above" name="${visit.action('remove')}" value="${user.userID}">Remove<span class="hide"> ${getShownName(user)}</span></button>`))}</ul></form>`,
)}
<form method="post">${actionField(visit, 'add')}${trouble()}
${field({ ...peopleField, label: 'Add people', isRequired: true })}
<p class="actions"><button type="submit" class="quiet">Add</button></p></form></section>`;
}

import * as v from 'valibot';
import { queryText, queryWord } from '#contract/query.ts';
import { PostContentData } from '#core/posts/records.ts';
import { fezApi } from '#features/fez/api.ts';
import { type FezType, groupTypes, kinds } from '#features/fez/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, keyField } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { findPeople, peopleField, usernameEndpoints } from '../../frame/named-people.ts';
import { pageBelow } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';
import { page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { chatFields, readChatForm, showChatFields } from './chat-form.ts';

/** What can be started, each with its own form. */
const starts = {
  chat: { type: 'closed', label: 'Chat', about: 'A private conversation. People can’t be added or leave later.' },
  open: { type: 'open', label: 'Open chat', about: 'People can be added and can leave. Moderators can read it.' },
  group: { type: 'activity', label: 'Group', about: 'Everyone can see it and join until it’s full.' },
  private: {
    type: 'privateEvent',
    label: 'Private event',
    about: 'Only for people you invite. It appears in their plans too.',
  },
  personal: { type: 'personalEvent', label: 'Reminder', about: 'Only in your own plan.' },
} as const satisfies Record<string, { type: FezType; label: string; about: string }>;
const startNames = ['chat', 'open', 'group', 'private', 'personal'] as const satisfies (keyof typeof starts)[];

interface StartQuery {
  readonly kind: keyof typeof starts | undefined;
  /** Prefilled, like type and title. */
  readonly to: string | undefined;
  readonly type: FezType | undefined;
  readonly title: string | undefined;
}
type StartVisit = Visit<unknown, StartQuery, 'create'>;

const firstPostForm = declareForm(PostContentData.entries, { text: { label: 'First message', isMultiline: true } });

/** Starts a chat or plans an appointment. */
export const newChat = page({
  path: '/chats/new',
  place: 'chats',
  query: { kind: queryWord(startNames), to: queryText(200), type: queryWord(groupTypes), title: queryText(100) },
  asks: [fezApi.create],
  actions: {
    create: {
      asks: [fezApi.create, ...usernameEndpoints],
      form: { people: v.optional(v.string(), ''), ...firstPostForm, ...chatFields },
      async run(visit, { people, text, ...form }) {
        const initialUsers = await findPeople(visit, 'people', people);
        const firstPost = text === '' ? undefined : { text, images: [] };
        const body = { ...readChatForm(form), initialUsers, firstPost };
        const { fezID } = await visit.ask(fezApi.create, { body });
        return { to: `/chats/${fezID}` };
      },
    },
  },
  async show(visit) {
    const { kind = 'chat' } = visit.query;
    const { about, label } = starts[kind];
    const ways = startNames.map((name) => ({
      path: `/chats/new?kind=${name}`,
      label: starts[name].label,
      isCurrent: name === kind,
    }));
    const content = html`${tabs('Kind of chat', ways)}<p class="soft">${about}</p>${form(visit)}`;
    return pageBelow({ label: 'Chats', path: '/chats' }, `New ${label.toLowerCase()}`, content);
  },
});

function form(visit: StartVisit): Html {
  const { kind = 'chat', to, title } = visit.query;
  const type = (kind === 'group' && visit.query.type) || starts[kind].type;
  const { hasOthers, hasPosts, isAppointment } = kinds[type];
  const { input, field, trouble } = renderInputs(visit, 'create', firstPostForm);
  return html`<form method="post"${when(to ?? title, (subject) => html` data-draft="${subject}"`)}>${actionField(visit, 'create')}${keyField()}${trouble()}
${when(hasOthers, () => field({ ...peopleField, label: isAppointment ? 'Invite' : 'To', value: to && `@${to} `, isRequired: kind === 'chat' }))}
${showChatFields(visit, 'create', type, { title })}
${when(hasPosts && !isAppointment, () => input('text'))}
<p class="actions"><button type="submit" class="button">${isAppointment ? 'Create event' : 'Send'}</button></p></form>`;
}

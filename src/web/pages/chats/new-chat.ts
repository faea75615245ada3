import * as v from 'valibot';
import { malformed } from '#contract/errors.ts';
import { findingApi } from '#core/users/api/finding.ts';
import { fezApi } from '#features/fez/api.ts';
import { actionField, fieldsOf, keyField } from '../../frame/forms.ts';
import { html } from '../../frame/html.ts';
import { backHead } from '../../frame/shell.ts';
import { page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

/** Writing to people: a chat between those who are named. */
export const newChat = page({
  path: '/chats/new',
  place: 'chats',
  asks: [fezApi.create, findingApi.find],
  actions: {
    create: {
      asks: [fezApi.create, findingApi.find],
      form: { people: v.string(), title: v.string(), text: v.string() },
      async run(visit, { people, title, text }) {
        const initialUsers = await findPeople(visit, people);
        const { fezID } = await visit.ask(fezApi.create, {
          body: {
            fezType: 'closed',
            title,
            info: '',
            minCapacity: 0,
            maxCapacity: 0,
            initialUsers,
            firstPost: { text, images: [] },
          },
        });
        return { to: `/chats/${fezID}` };
      },
    },
  },
  async show(visit) {
    const { field, trouble } = fieldsOf(visit, 'create');
    const main = html`<main>
${backHead('Chats', '/chats')}
<div class="col lone"><h1>New chat</h1>
<form method="post">${actionField('create')}${keyField()}${trouble()}
${field({ name: 'people', label: 'To', hint: 'Names as they stand after the @, with spaces between them', isRequired: true, maxLength: 2000 })}
${field({ name: 'title', label: 'About', isRequired: true, minLength: 2, maxLength: 100 })}
${field({ name: 'text', label: 'First message', isRequired: true, isMultiline: true, maxLength: 2047 })}
<p class="actions"><button type="submit" class="button">Send</button></p></form></div>
</main>`;
    return { title: 'New chat', main };
  },
});

const maxPeople = 50;

/** The ids of people by their usernames. Throws 400 where a name is nobody's. */
async function findPeople(visit: Pick<Visit, 'ask'>, names: string): Promise<string[]> {
  const wanted = names.split(/[\s,;]+/).filter((name) => name !== '');
  if (wanted.length > maxPeople) throw malformed(`A chat takes at most ${maxPeople} people here.`);
  const found: string[] = [];
  for (const name of wanted) {
    const { userID } = await visit.ask(findingApi.find, { params: { searchString: name.replace(/^@/, '') } });
    found.push(userID);
  }
  return found;
}

import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { forumsApi } from '#features/forums/api.ts';
import { actionField, fieldsOf, keyField } from '../../frame/forms.ts';
import { html } from '../../frame/html.ts';
import { backHead } from '../../frame/shell.ts';
import { page } from '../../page.ts';

/** Starting a thread in a category. */
export const newThread = page({
  path: '/forums/{category}/new',
  place: 'forums',
  params: { category: uuid },
  asks: [forumsApi.create],
  actions: {
    create: {
      asks: [forumsApi.create],
      form: { title: v.string(), text: v.string() },
      async run(visit, { title, text }) {
        const body = { title, firstPost: { text, images: [] } };
        const { forumID } = await visit.ask(forumsApi.create, { params: { categoryID: visit.params.category }, body });
        return { to: `/forums/thread/${forumID}` };
      },
    },
  },
  async show(visit) {
    const { field, trouble } = fieldsOf(visit, 'create');
    const main = html`<main>
${backHead('Category', `/forums/${visit.params.category}`)}
<div class="col lone"><h1>New thread</h1>
<form method="post">${actionField('create')}${keyField()}${trouble()}
${field({ name: 'title', label: 'Title', isRequired: true, minLength: 2, maxLength: 100 })}
${field({ name: 'text', label: 'First post', isRequired: true, isMultiline: true, maxLength: 2047 })}
<p class="actions"><button type="submit" class="button">Start it</button></p></form></div>
</main>`;
    return { title: 'New thread', main };
  },
});

import { uuid } from '#contract/fields.ts';
import { forumsApi } from '#features/forums/api.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { pageBelow } from '../../frame/shell.ts';
import { page } from '../../page.ts';
import { postForm, postFormFor, readPostForm } from '../posts/write-post.ts';

const titleForm = declareForm(forumsApi.create.body.entries, { title: { label: 'Title' } });

/** Starts a thread in a category. */
export const newThread = page({
  path: '/forums/{category}/new',
  place: 'forums',
  params: { category: uuid },
  asks: [forumsApi.create],
  actions: {
    create: {
      asks: [forumsApi.create],
      form: { ...titleForm, ...postForm },
      async run(visit, { title, ...post }) {
        const body = { title, firstPost: readPostForm(post) };
        const { forumID } = await visit.ask(forumsApi.create, { params: { categoryID: visit.params.category }, body });
        return { to: `/forums/thread/${forumID}` };
      },
    },
  },
  async show(visit) {
    const title = renderInputs(visit, 'create', titleForm).input('title');
    const form = postFormFor(visit, { action: 'create', label: 'First post', button: 'Start thread', before: title });
    return pageBelow({ label: 'Category', path: `/forums/${visit.params.category}` }, 'New thread', form);
  },
});

import { integerInPath } from '#contract/fields.ts';
import { html } from '../../frame/html.ts';
import type { MainSection } from '../../frame/main-sections.ts';
import { pageBelow } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import type { PostCalls } from './post-actions.ts';
import { postForm, postFormFor, readPostForm } from './write-post.ts';

/** The addresses of one kind of post. */
interface PostKind {
  readonly calls: PostCalls;
  /** The path before a post's id. */
  readonly path: string;
  /** The parameter of the address. */
  readonly parameter: string;
  readonly place: MainSection;
  /** Where to go after a post was deleted. */
  readonly leave: string;
}

/** Creates the page on which a post is edited or deleted. */
export function editPostPage({ calls, path, parameter, place, leave }: PostKind) {
  type PostVisit = Visit<Readonly<Record<string, number>>, unknown>;
  const toPost = ({ params }: PostVisit) => ({ params: { postID: params[parameter] } });
  const addressOf = ({ params }: PostVisit) => `${path}/${params[parameter]}`;
  return page({
    path: `${path}/{${parameter}}/edit`,
    place,
    params: { [parameter]: integerInPath },
    asks: [calls.read, calls.update],
    mayAsk: [calls.delete],
    actions: {
      save: call(
        calls.update,
        postForm,
        (visit: PostVisit, form) => ({ ...toPost(visit), body: readPostForm(form) }),
        addressOf,
      ),
      delete: call(calls.delete, {}, toPost, () => leave),
    },
    async show(visit) {
      const { text, images = [], imageDescriptions: descriptions } = await visit.ask(calls.read, toPost(visit));
      const content = html`${postFormFor(visit, { action: 'save', label: 'Post', button: 'Save', text, pictures: images, descriptions })}
<form method="post" class="actions"><button type="submit" class="quiet stop" name="${visit.action('delete')}">Delete post</button></form>`;
      return pageBelow({ label: 'Post', path: addressOf(visit) }, 'Edit post', content);
    },
  });
}

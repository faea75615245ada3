import type { Context, WriteContext } from '#area/context.ts';
import type { ReportType } from '#area/moderated.ts';
import type { Caller } from '#contract/access.ts';
import { respondToChange } from '#contract/response.ts';
import {
  areDescriptionsOff,
  processUpload,
  readDescriptions,
  writeOrDiscard,
  writeWithPictures,
} from '#core/images/index.ts';
import type { ImageUploadData } from '#core/images/records.ts';
import { type ContentKind, contentKind } from '#core/reports/index.ts';
import { hasSameContent, type PostContent } from './edits.ts';
import { addPicture, assertHasPicture, assertPictureCount, removePicture } from './pictures.ts';
import { normalizePostText } from './post-text.ts';
import { assertNotOwnPost, createReactionHandlers, type PostRequest } from './react.ts';
import type { PostContentData, Reaction } from './records.ts';
import type { createPostStore } from './store.ts';
import type { StoredPost } from './tables.ts';

/** The words of a post before and after a change, and those of the descriptions of its pictures. */
interface Texts {
  readonly before: string;
  readonly after: string;
}
interface ChangedTexts extends Texts {
  readonly descriptions: Texts | undefined;
}

function compareContents(
  context: Context,
  before: PostContent | undefined,
  after: PostContent | undefined,
): ChangedTexts {
  const [hadPictures, hasPictures] = [before, after].map((content) => (content?.images?.length ?? 0) > 0);
  const isOff = areDescriptionsOff(context);
  // Words that no one sees don't count, but those that did before still do (core rule 135).
  const isRead = (name: string) => !isOff || before?.images?.includes(name) === true;
  const readWords = (content: PostContent | undefined) =>
    [...readDescriptions(context, content?.images?.filter(isRead) ?? []).values()].join('\n');
  return {
    before: before?.text ?? '',
    after: after?.text ?? '',
    descriptions: hadPictures || hasPictures ? { before: readWords(before), after: readWords(after) } : undefined,
  };
}

/** One kind of public post: its storage, visibility and side effects. */
interface PublicPostDeclaration<Post extends StoredPost, New extends { readonly text: string }, Record extends object>
  extends Pick<ContentKind<Post, Post, number>, 'get' | 'assertPlaceAllowsChange' | 'isDeleted' | 'nounForAuthor'> {
  readonly type: ReportType;
  readonly store: Pick<ReturnType<typeof createPostStore>, 'marks' | 'edits'> & {
    findPost(context: Context, id: number): Post | undefined;
    savePost(context: WriteContext, post: Post, changes: Partial<Omit<StoredPost, 'id'>>): void;
  };
  insert(context: WriteContext, post: New & { readonly createdAt: Date }): Post;
  present(context: Context, caller: Caller, post: Post): Record;
  /** Applies the effects of changed words. They're empty before the post is created and after it's deleted. */
  applyText(context: WriteContext, caller: Caller, post: Post, texts: ChangedTexts): void;
  /** Applies the effects of a new state, which is already stored. */
  afterStateChange(context: WriteContext, post: Post, state: Post['moderationState']): void;
  /** Applies the effects of a deletion, in addition to those of its words. */
  afterDeletion?(context: WriteContext, post: Post): void;
}

/** Creates the actions on public posts of one kind (forums rules B25 to B32, B40, B41, B63 and B70). */
function createVerbs<Post extends StoredPost, New extends { readonly text: string }, Record extends object>(
  kind: PublicPostDeclaration<Post, New, Record>,
) {
  const { store, applyText } = kind;
  const content = contentKind<Post, Post, number>({
    ...kind,
    noun: 'post',
    identify: (post) => post,
    quote: ({ text }) => text,
    find: store.findPost,
    getThreshold: ({ postAutoQuarantineThreshold }) => postAutoQuarantineThreshold,
    saveState(context, post, moderationState) {
      store.savePost(context, post, { moderationState });
      kind.afterStateChange(context, post, moderationState);
    },
    saveDeletion(context, caller, post) {
      store.savePost(context, post, { deletedAt: context.clock.now() });
      kind.afterDeletion?.(context, post);
      applyText(context, caller, post, compareContents(context, post, undefined));
    },
  });

  return {
    ...content,
    /** Stores a new post. The caller has checked that it's allowed. */
    add(context: WriteContext, caller: Caller, post: New): Post {
      const text = normalizePostText(post.text);
      const row = kind.insert(context, { ...post, text, createdAt: context.clock.now() });
      applyText(context, caller, row, compareContents(context, undefined, row));
      content.log(context, caller, 'post', row);
      return row;
    },
    /** Stores new content unless it's unchanged, and returns the post's record. */
    saveContent(context: WriteContext, caller: Caller, post: Post, said: PostContent): Record {
      if (hasSameContent(post, said)) return kind.present(context, caller, post);
      store.edits.record(context, caller, post.id, post);
      store.savePost(context, post, { ...said, moderationState: content.stateAfterChange(caller, post) });
      applyText(context, caller, post, compareContents(context, post, said));
      content.log(context, caller, 'edit', post);
      return kind.present(context, caller, store.findPost(context, post.id) ?? post);
    },
    /** Sets or removes the caller's one reaction to someone else's post, and returns the post's record. */
    react(context: WriteContext, caller: Caller, postID: number, reaction?: Reaction): Record {
      const post = kind.get(context, caller, postID);
      assertNotOwnPost(post, caller.userID);
      store.marks.setReaction(context, caller.userID, postID, reaction);
      return kind.present(context, caller, store.findPost(context, postID) ?? post);
    },
    /** Sets or removes the caller's private bookmark. Returns whether that changed anything. */
    setBookmarked(context: WriteContext, caller: Caller, postID: number, isBookmarked: boolean): boolean {
      const post = kind.get(context, caller, postID);
      return store.marks.setBookmarked(context, caller.userID, post.id, isBookmarked);
    },
  };
}

/** Creates the actions on public posts of one kind and the handlers of its calls. */
export function publicPostKind<Post extends StoredPost, New extends { readonly text: string }, Record extends object>(
  kind: PublicPostDeclaration<Post, New, Record>,
) {
  const verbs = createVerbs(kind);
  const { getToChange, saveContent } = verbs;

  /** Like `getToChange`, but first checks the number of pictures in the new content. */
  function getToUpdate(context: Context, caller: Caller, postID: number, { images }: PostContentData): Post {
    assertPictureCount(context, caller, images);
    return getToChange(context, caller, postID);
  }

  return {
    ...verbs,
    /**
     * Creates handlers for `declarePublicPostCalls` except reading. Processing pictures takes a while, so permissions are
     * checked before it and again when writing.
     */
    createHandlers: (context: Context) => ({
      ...verbs.handlers,
      update({ caller, params: { postID }, body, write }: PostRequest<PostContentData>) {
        getToUpdate(context, caller, postID, body);
        return writeWithPictures(context, { uploads: body.images, key: 'images', write }, (context, images) => {
          const post = getToUpdate(context, caller, postID, body);
          return saveContent(context, caller, post, { text: normalizePostText(body.text), images });
        });
      },
      async addPicture({ caller, params: { postID }, body, write }: PostRequest<ImageUploadData>) {
        assertHasPicture(body);
        getToChange(context, caller, postID);
        const picture = await processUpload(context, body, { avatar: false, key: 'image' });
        const { name = '' } = picture ?? {};
        return writeOrDiscard(context, [picture], write, (context) => {
          const post = getToChange(context, caller, postID);
          const images = addPicture(context, caller, post.images ?? [], name);
          return saveContent(context, caller, post, { text: post.text, images });
        });
      },
      removePicture: ({ caller, params, body, write }: PostRequest<ImageUploadData>) =>
        write((context) => {
          const post = getToChange(context, caller, params.postID);
          const images = removePicture(post.images ?? [], body);
          return saveContent(context, caller, post, { text: post.text, images });
        }),
      ...createReactionHandlers(verbs.react),
      bookmark: ({ caller, params, write }: PostRequest) =>
        write((context) => respondToChange(verbs.setBookmarked(context, caller, params.postID, true))),
      removeBookmark: ({ caller, params, write }: PostRequest) =>
        write((context) => void verbs.setBookmarked(context, caller, params.postID, false)),
    }),
  };
}

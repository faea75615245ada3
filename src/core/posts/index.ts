export { declarePostCalls, declarePublicPostCalls, declareReactionCalls } from './calls.ts';
export { createConversationSearch } from './conversation-search.ts';
export type { PostMark } from './marks.ts';
export { createPostPictures } from './picture-references.ts';
export { assertPictureCount, getMaxPictures } from './pictures.ts';
export { normalizePostText, presentPostText, presentTitle, underReview } from './post-text.ts';
export {
  createPostPresenter,
  joinPostWords,
  presentMark,
  presentPostContent,
  presentPostContentForModerators,
  presentPostWords,
  presentReactors,
} from './present.ts';
export { publicPostKind } from './public-posts.ts';
export { assertNotOwnPost, createReactionHandlers } from './react.ts';
export { createPostReactions, type Reactors } from './reactions.ts';
export { getPostReader, type PostReader } from './reader.ts';
export { createPostStore } from './store.ts';

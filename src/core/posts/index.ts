export { postCalls, publicPostCalls } from './calls.ts';
export { createPostEdits, type PostContent, saysTheSame } from './edits.ts';
export { createPostMarks, type PostMark, type PostMarks, type Reactors } from './marks.ts';
export { createPostPictures } from './picture-references.ts';
export { addPicture, assertHasPicture, assertPictureCount, getMaxPictures, removePicture } from './pictures.ts';
export { createPostPlaces } from './places-with-words.ts';
export { normalizePostText, presentPostText, presentTitle, underReview } from './post-text.ts';
export {
  createPostPresenter,
  presentMark,
  presentPostContent,
  presentReactors,
  presentTruePostContent,
} from './present.ts';
export { getPostReader, type PostReader } from './reader.ts';

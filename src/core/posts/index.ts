export { normalizePostText, presentPostText, presentTitle, underReview } from './post-text.ts';

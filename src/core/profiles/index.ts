export { findProfileEdits, type ProfileEdit } from './history.ts';
export { setProfileState } from './moderation.ts';
export { presentUploadData } from './present.ts';

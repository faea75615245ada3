export { setProfileState } from './change-profile.ts';
export { findProfileEdits, type ProfileEdit } from './history.ts';
export { presentUploadData } from './present.ts';

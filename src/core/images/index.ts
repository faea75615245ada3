export { archivePicture, waitForArchiving } from './archive.ts';
export {
  areDescriptionsOff,
  describePicture,
  describePictures,
  findDescriptions,
  listDescribedPictures,
  readDescriptions,
  storeDescription,
} from './descriptions.ts';
export {
  type PreparedPicture,
  processUpload,
  processUploads,
  type UploadOptions,
  writeOrDiscard,
  writeWithPictures,
} from './upload.ts';

export { archivePicture, waitForArchiving } from './archive.ts';
export {
  type PreparedPicture,
  processUpload,
  processUploads,
  type UploadOptions,
  writeOrDiscard,
  writeWithPictures,
} from './upload.ts';

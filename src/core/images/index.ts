export { archivePicture, archivingDone } from './archive.ts';
export {
  keepIfWritten,
  type PreparedPicture,
  processUpload,
  processUploads,
  type UploadOptions,
} from './upload.ts';

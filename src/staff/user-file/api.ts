import { minimum } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { BulkUserUpdateVerificationData } from './records.ts';

/** Maximum bytes of a packed file (decision 85). */
const maxPackedBytes = 4 * 2 ** 30;

/** Transfers people from one sailing to the next (admin rules A19 to A29). */
export const userFileApi = {
  download: endpoint({
    method: 'GET',
    path: '/admin/bulkuserfile/download',
    access: minimum('admin'),
    takesLong: true,
    response: { content: 'application/zip' },
    rejects: ['serviceOpen'],
    summary:
      'Export everyone with a registration code, including roles, favorites and pictures, as a zip for the next sailing',
  }),
  upload: endpoint({
    method: 'POST',
    path: '/admin/bulkuserfile/upload',
    access: minimum('admin'),
    takesLong: true,
    file: { mediaType: 'application/zip', maxBytes: maxPackedBytes },
    rejects: ['unreadableFile', 'serviceOpen'],
    summary: 'Upload a zip of people, replacing any uploaded before; nothing is imported yet',
  }),
  verify: endpoint({
    method: 'GET',
    path: '/admin/bulkuserfile/verify',
    access: minimum('admin'),
    takesLong: true,
    response: BulkUserUpdateVerificationData,
    rejects: ['nothingUploaded', 'unreadableFile', 'serviceOpen'],
    summary: 'Preview the import of the zip',
  }),
  apply: endpoint({
    method: 'POST',
    path: '/admin/bulkuserfile/update/apply',
    access: minimum('admin'),
    takesLong: true,
    response: BulkUserUpdateVerificationData,
    rejects: ['nothingUploaded', 'unreadableFile', 'serviceOpen'],
    summary: 'Import the zip and delete it',
  }),
};

import type * as v from 'valibot';
import { adminApi } from '#staff/admin/api.ts';
import { userFileApi } from '#staff/user-file/api.ts';
import type { UserSaveRestoreData } from '#staff/user-file/records.ts';
import { startTestApp, type TestApp, type User } from '../../support/app.ts';
import { unzip, zipOf } from '../../support/zip.ts';

/** A user in the file. */
export type FileUser = v.InferInput<v.GenericSchema<UserSaveRestoreData>> & {
  readonly favoriteEvents?: readonly string[];
  readonly photographerEvents?: readonly string[];
};

/** The list of users in the file. */
export interface FileList {
  readonly users: readonly FileUser[];
  readonly [key: string]: unknown;
}

/** A service whose administrator imports and exports people. */
export interface Instance extends TestApp {
  readonly admin: User;
  /** Closes the service to all but administrators, or opens it again. */
  setClosed(isClosed: boolean): Promise<void>;
  upload(zip: Uint8Array): Promise<{ status: number; reason: string }>;
}

export async function startInstance(options: Parameters<typeof startTestApp>[0] = {}): Promise<Instance> {
  const app = await startTestApp(options);
  const admin = await app.logIn('admin');
  return {
    ...app,
    admin,
    async setClosed(isClosed) {
      const body = { minUserAccessLevel: isClosed ? 'admin' : 'banned' };
      await admin.get(adminApi.changeServerSettings, { body });
    },
    upload: (zip) =>
      admin.send('POST', '/api/v3/admin/bulkuserfile/upload', {
        body: zip,
        headers: { 'content-type': 'application/zip' },
      }),
  };
}

/** Downloads the file of a closed service. */
export async function download({
  admin,
}: Instance): Promise<{ zip: Buffer; list: FileList; pictures: Map<string, Buffer> }> {
  const { bytes, status, reason } = await admin.call(userFileApi.download);
  if (status !== 200) throw new Error(reason);
  const files = await unzip(bytes);
  const pictures = [...files].filter(([path]) => path.startsWith('userfile/userImages/'));
  return {
    zip: bytes,
    list: JSON.parse(files.get('userfile/userfile.json')?.toString('utf8') ?? 'null'),
    pictures: new Map(pictures.map(([path, content]) => [path.slice('userfile/userImages/'.length), content])),
  };
}

/** A user in the file with only the required fields. */
export const createPlainUser = (username: string, code: string, fields: Partial<FileUser> = {}): FileUser => ({
  username,
  verification: code,
  password: '',
  recoveryKey: '',
  accessLevel: 'verified',
  roles: [],
  favoriteUsers: [],
  favoriteEvents: [],
  photographerEvents: [],
  ...fields,
});

/** Returns a zip with these users. */
export const createUserZip = (
  users: readonly unknown[],
  others: Record<string, unknown> = {},
  pictures: Readonly<Record<string, Uint8Array>> = {},
): Promise<Buffer> =>
  zipOf({
    'userfile/userfile.json': JSON.stringify({ users, performers: [], needsPhotographer: [], ...others }),
    ...Object.fromEntries(Object.entries(pictures).map(([name, bytes]) => [`userfile/userImages/${name}`, bytes])),
  });

/** Reports what importing these users would do. */
export async function verifyUsers(instance: Instance, ...parts: Parameters<typeof createUserZip>) {
  const { status, reason } = await instance.upload(await createUserZip(...parts));
  if (status !== 200) throw new Error(reason);
  return instance.admin.get(userFileApi.verify);
}

/** Imports these users. */
export async function applyUsers(instance: Instance, ...parts: Parameters<typeof createUserZip>) {
  await verifyUsers(instance, ...parts);
  return instance.admin.get(userFileApi.apply);
}

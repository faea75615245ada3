import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, before, test } from 'node:test';
import { userFileApi } from '#staff/user-file/api.ts';
import { waitUntil } from '../../support/processes.ts';
import { connectRaw } from '../../support/raw.ts';
import { replaceIn, unzip, zipOf } from '../../support/zip.ts';
import { createPlainUser, createUserZip, startInstance } from './support.ts';

const instance = await startInstance();
const { folders } = instance.context.config;
const buildUserList = (...names: string[]) =>
  JSON.stringify({ users: names.map((name) => createPlainUser(name, 'abcabc')) });
const countRows = () => instance.context.db.sqlite.prepare('SELECT count(*) FROM users').pluck().get();
const readNames = async () => (await instance.admin.get(userFileApi.verify)).userCounts.totalRecordsProcessed;
let rowsBefore: unknown;

before(async () => {
  await instance.setClosed(true);
  assert.equal(
    (
      await instance.upload(
        await createUserZip([createPlainUser('first', 'abcabc'), createPlainUser('second', 'bcdbcd')]),
      )
    ).status,
    200,
  );
  rowsBefore = countRows();
});

// Whatever was sent, the previous data is still there, and nothing else.
afterEach(async () => {
  assert.equal(await readNames(), 2, 'the file that was held before is held still');
  assert.equal(countRows(), rowsBefore);
  assert.deepEqual(
    readdirSync(folders.incoming).filter((name) => name.startsWith('upload-')),
    [],
  );
  assert.equal(existsSync(join(folders.data, 'evil.jpg')), false);
});

const pictureName = '00000000-0000-4000-8000-000000000001.jpg';
const buildValidZip = () =>
  zipOf({ 'userfile/userfile.json': buildUserList('evil'), [`userfile/userImages/${pictureName}`]: 'picture' });

/** The offset in a zip's directory where the number of entries is. */
const countAt = (zip: Buffer): number => zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6])) + 8;

const hostileZips: Readonly<Record<string, readonly [make: () => Promise<Uint8Array>, status: number]>> = {
  'no zip': [async () => Buffer.from('PK, or so it says'), 400],
  'nothing at all': [async () => Buffer.alloc(0), 400],
  'a zip that was cut off': [async () => (await buildValidZip()).subarray(0, 200), 400],
  'a zip without its middle': [
    async () => {
      const zip = await buildValidZip();
      return Buffer.concat([zip.subarray(0, 60), zip.subarray(100)]);
    },
    400,
  ],
  'a zip without a list': [() => zipOf({ [`userfile/userImages/${pictureName}`]: 'picture' }), 400],
  'an empty zip': [() => zipOf({}), 400],
  'a list that is no JSON': [() => zipOf({ 'userfile/userfile.json': '{"users":[' }), 400],
  'a list without users': [() => zipOf({ 'userfile/userfile.json': '{"people":[]}' }), 400],
  'two top folders': [
    () => zipOf({ 'a/userfile.json': buildUserList('evil'), 'b/userfile.json': buildUserList('evil') }),
    400,
  ],
  'two lists': [
    async () =>
      replaceIn(
        await zipOf({ 'userfile/userfile.json': buildUserList('a'), 'userfile/userfile.jsom': buildUserList('b') }),
        'jsom',
        'json',
      ),
    400,
  ],
  'two names of one picture': [
    async () =>
      zipOf({
        'userfile/userfile.json': buildUserList('evil'),
        [`userfile/userImages/${pictureName}`]: 'picture',
        [`userfile/userImages/${pictureName.toUpperCase()}`]: 'another',
      }),
    400,
  ],
  'a path that climbs out': [
    async () => replaceIn(await buildValidZip(), 'userfile/userImages/', '../../../../../../ev'),
    400,
  ],
  'a path from the root': [
    async () => replaceIn(await buildValidZip(), 'userfile/userImages', '/serfile/userImages'),
    400,
  ],
  'a path with backslashes': [
    async () => replaceIn(await buildValidZip(), 'userfile/userImages/', 'userfile\\userImages/'),
    400,
  ],
  'more entries than it says': [
    async () => {
      const zip = await buildValidZip();
      zip.writeUInt16LE(1, countAt(zip));
      zip.writeUInt16LE(1, countAt(zip) + 2);
      return zip;
    },
    400,
  ],
  'fewer entries than it says': [
    async () => {
      const zip = await buildValidZip();
      zip.writeUInt16LE(9, countAt(zip));
      zip.writeUInt16LE(9, countAt(zip) + 2);
      return zip;
    },
    400,
  ],
  'too many entries': [
    async () => {
      const zip = await buildValidZip();
      zip.writeUInt16LE(50_001, countAt(zip));
      zip.writeUInt16LE(50_001, countAt(zip) + 2);
      return zip;
    },
    413,
  ],
  'a bomb': [
    () =>
      zipOf({
        'userfile/userfile.json': buildUserList('evil'),
        'userfile/userImages/a.jpg': Buffer.alloc(64 * 2 ** 20),
      }),
    413,
  ],
  'a bomb that says it is small': [
    async () => {
      const zip = await zipOf({
        'userfile/userfile.json': buildUserList('evil'),
        [`userfile/userImages/${pictureName}`]: Buffer.alloc(2 ** 24),
      });
      const size = Buffer.alloc(4);
      size.writeUInt32LE(2 ** 24);
      const small = Buffer.from([16, 0, 0, 0]);
      for (let at = zip.indexOf(size); at >= 0; at = zip.indexOf(size, at + 1)) small.copy(zip, at);
      return zip;
    },
    400,
  ],
  'a list too large for memory': [
    () =>
      zipOf({ 'userfile/userfile.json': Buffer.alloc(33 * 2 ** 20, '{"users":[]} 0123456789abcdefghijklm') }, false),
    413,
  ],
  'a file whose bytes are not those that were packed': [
    async () => replaceIn(await zipOf({ 'userfile/userfile.json': buildUserList('evil') }, false), '"evil"', '"elvi"'),
    400,
  ],
  'an encrypted entry': [
    async () => {
      const zip = await buildValidZip();
      const directory = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
      zip.writeUInt16LE(zip.readUInt16LE(directory + 8) | 1, directory + 8);
      return zip;
    },
    400,
  ],
};

for (const [what, [make, status]] of Object.entries(hostileZips)) {
  test(`${what} is ${status} and changes nothing`, async () => {
    const response = await instance.upload(await make());
    assert.equal(response.status, status, response.reason);
    assert.match(response.reason, /^\S.*\.$/);
  });
}

test('the list in a zip can have 32 MiB, and not a byte more', async () => {
  const users = JSON.stringify({ users: [createPlainUser('first', 'abcabc'), createPlainUser('second', 'bcdbcd')] });
  const uploadOf = async (bytes: number) =>
    instance.upload(await zipOf({ 'userfile/userfile.json': users.padEnd(bytes) }, false));
  assert.equal((await uploadOf(32 * 2 ** 20)).status, 200);
  const { status, reason } = await uploadOf(32 * 2 ** 20 + 1);
  assert.deepEqual([status, reason], [413, 'userfile.json may have at most 33554432 bytes.']);
});

test('an interrupted upload leaves nothing', async () => {
  const raw = await connectRaw(instance.url);
  const head = [
    'POST /api/v3/admin/bulkuserfile/upload HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${instance.admin.token}`,
    'content-length: 1000000',
    '',
    '',
  ].join('\r\n');
  raw.write(head);
  raw.write('PK'.repeat(100));
  const hasUpload = () => readdirSync(folders.incoming).some((name) => name.startsWith('upload-'));
  await waitUntil('the upload is received', hasUpload);
  raw.end();
  await waitUntil('what was received is gone', () => !hasUpload());
});

test('uploaded data is readable by its owner only, and pictures get generated names', async () => {
  const zip = await createUserZip(
    [createPlainUser('first', 'abcabc'), createPlainUser('second', 'bcdbcd')],
    {},
    {
      [pictureName.toUpperCase()]: Buffer.from('x'),
      'not a picture.jpg': Buffer.from('x'),
      'deep/er.jpg': Buffer.from('x'),
    },
  );
  assert.equal((await unzip(zip)).size, 4);
  assert.equal((await instance.upload(zip)).status, 200);
  const held = join(folders.data, 'userfile');
  assert.deepEqual(readdirSync(held).sort(), ['userImages', 'userfile.json']);
  assert.deepEqual(readdirSync(join(held, 'userImages')), [pictureName]);
  assert.equal(statSync(join(held, 'userfile.json')).mode & 0o777, 0o600);
  assert.equal(statSync(held).mode & 0o077, 0);
});

test('a file announced as larger than 4 GiB is 413 before it’s read', async () => {
  const raw = await connectRaw(instance.url);
  raw.write(
    [
      'POST /api/v3/admin/bulkuserfile/upload HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${instance.admin.token}`,
      `content-length: ${4 * 2 ** 30 + 1}`,
      '',
      '',
    ].join('\r\n'),
  );
  assert.match(await raw.received, /^HTTP\/1.1 413 /);
});

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import * as v from 'valibot';
import { createFileFetching } from '#spare/follower/fetch-files.ts';
import type { Link } from '#spare/follower/link.ts';
import type { Files } from '#spare/wire/messages.ts';

const folder = mkdtempSync(join(tmpdir(), 'gangway-fetch-files-'));
after(() => rmSync(folder, { recursive: true }));

/** A server that lists these files, none of which may be fetched. */
const createListingLink = (files: Files): Link => ({
  url: 'https://server.test',
  ask: async (_question, answer) => ({ head: v.parse(answer, files), body: Buffer.alloc(0) }),
  askForStream: () => assert.fail('nothing is fetched'),
  close() {},
});

test('a file that the server deleted stays until the log has twice been read to its end', async () => {
  const path = join(folder, 'deleted.png');
  writeFileSync(path, 'picture');
  let ends = 5;
  const link = createListingLink({ folders: ['pictures'], files: [] });
  const files = createFileFetching(
    link,
    { pictures: folder },
    () => {},
    () => ends,
  );
  const isThereAt = async (count: number) => {
    ends = count;
    await files.fetchChanges('session');
    return existsSync(path);
  };
  assert.deepEqual([await isThereAt(5), await isThereAt(6), await isThereAt(7)], [true, true, false]);
});

test('a file that the server has again stays', async () => {
  const shared = join(folder, 'again');
  mkdirSync(shared);
  writeFileSync(join(shared, 'saved.png'), 'picture');
  let ends = 0;
  const files: Files = { folders: ['pictures'], files: [] };
  const fetching = createFileFetching(
    createListingLink(files),
    { pictures: shared },
    () => {},
    () => ends,
  );
  await fetching.fetchChanges('session');
  files.files.push({ folder: 'pictures', name: 'saved.png', size: 'picture'.length });
  ends = 1;
  await fetching.fetchChanges('session');
  ends = 10;
  await fetching.fetchChanges('session');
  assert.ok(existsSync(join(shared, 'saved.png')));
});

test('a file that can’t be stored here under its name is logged once, and the others are still deleted', async () => {
  const shared = join(folder, 'unstorable');
  mkdirSync(shared);
  writeFileSync(join(shared, 'deleted.png'), 'picture');
  const names = ['a\\b.png', '../c.png', '.d.png'];
  const link = createListingLink({
    folders: ['pictures'],
    files: names.map((name) => ({ folder: 'pictures', name, size: 7 })),
  });
  const said: string[] = [];
  let ends = 0;
  const fetching = createFileFetching(
    link,
    { pictures: shared },
    () => {},
    () => ends,
    (line) => said.push(line),
  );
  await fetching.fetchChanges('session');
  ends = 10;
  await fetching.fetchChanges('session');
  assert.deepEqual(said, [
    '"pictures/a\\\\b.png" can\'t be stored here under this name: rename it on the server',
    '"pictures/../c.png" can\'t be stored here under this name: rename it on the server',
    '"pictures/.d.png" can\'t be stored here under this name: rename it on the server',
  ]);
  assert.equal(existsSync(join(shared, 'deleted.png')), false);
});

test('what the server deleted goes before anything is fetched, since a hand-over doesn’t wait for that', async () => {
  const shared = join(folder, 'before-fetching');
  mkdirSync(shared);
  writeFileSync(join(shared, 'deleted.png'), 'picture');
  const files: Files = { folders: ['pictures'], files: [{ folder: 'pictures', name: 'new.png', size: 7 }] };
  let wasThere: boolean | undefined;
  const link: Link = {
    ...createListingLink(files),
    async askForStream() {
      wasThere = existsSync(join(shared, 'deleted.png'));
      throw new Error('the server has ended');
    },
  };
  const fetching = createFileFetching(
    link,
    { pictures: shared },
    () => {},
    () => Number.POSITIVE_INFINITY,
    () => {},
  );
  await assert.rejects(fetching.fetchChanges('session'), /the server has ended/);
  assert.equal(wasThere, false);
});

test('a listing that comes too late deletes nothing that the machine has stored since it serves', async () => {
  const shared = join(folder, 'late');
  mkdirSync(shared);
  const late = new AbortController();
  const files: Files = { folders: ['pictures'], files: [] };
  const fetching = createFileFetching(
    {
      ...createListingLink(files),
      async ask(_question, answer) {
        late.abort();
        writeFileSync(join(shared, 'uploaded.png'), 'picture');
        return { head: v.parse(answer, files), body: Buffer.alloc(0) };
      },
    },
    { pictures: shared },
    () => {},
    () => Number.POSITIVE_INFINITY,
    () => {},
  );
  await fetching.fetchChanges('session', late.signal);
  assert.ok(existsSync(join(shared, 'uploaded.png')));
});

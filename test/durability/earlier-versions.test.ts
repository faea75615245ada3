import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createShip, logIn } from '../cli/support.ts';

// Each released version adds a backup of a small made-up sailing here, named after the version: `npm run sailing --
// FOLDER 0.004`, a few edits, reports and announcements through the API, then `gangway backup`. The files never change.
const folder = join(import.meta.dirname, '..', 'versions');
const backups = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));

test('there is a backup made by a first version', () => {
  assert.ok(backups.includes('1.0.0.tar.gz'), backups.join(', '));
});

for (const name of backups)
  test(`the data of version ${name.replace('.tar.gz', '')} is restored, verified and served`, async () => {
    const ship = createShip({ VAPOR_ENV: 'development' });
    const restored = await ship.run(['restore', join(folder, name)]);
    assert.equal(restored.code, 0, restored.stderr);
    const verified = await ship.run(['verify']);
    assert.equal(verified.code, 0, verified.stdout);
    const service = await ship.serve();
    const james = await logIn(service.url, 'james');
    const read = async (path: string) => (await james.send('GET', `/api/v3/${path}`)).body;
    assert.equal((await read('events')).length, 400);
    assert.equal((await read('users/find/passenger3')).username, 'passenger3');
    assert.equal((await read('microblog?limit=20')).length, 20);
    assert.match((await read('microblog/search/harbours'))[0].text, /harbour, from deck ten/);
    assert.equal((await read('notification/announcements'))[0].text, 'Welcome aboard');
    assert.equal((await read('fez/joined')).fezzes[0].title, 'Chess by the pool');
    const { stdout } = await ship.run(['verify', join(folder, name)]);
    assert.match(stdout, /It can be restored\./);
  });

import assert from 'node:assert/strict';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { dropPrivilegesToOwner, type Identity, runAsOwner } from '#platform/processes/owner.ts';

const folder = mkdtempSync(join(tmpdir(), 'gangway-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));
// Only root can change the owner of a folder; any other user who runs the tests already owns it.
const [uid, gid] = process.getuid?.() === 0 ? [61234, 61235] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
if (uid === 61234) chownSync(folder, uid, gid);

/** A fake process of this user, which records changes to it. */
function createProcess(user: number) {
  const changes: string[] = [];
  let effective = user;
  const identity: Identity = {
    geteuid: () => effective,
    getegid: () => user,
    setgroups: (groups) => void changes.push(`groups ${groups}`),
    setgid: (id) => void changes.push(`gid ${id}`),
    setuid: (id) => void changes.push(`uid ${id}`),
    setegid: (id) => void changes.push(`egid ${id}`),
    seteuid: (id) => {
      effective = id;
      changes.push(`euid ${id}`);
    },
  };
  return { changes, identity };
}

test('root becomes the owner of a folder, or of its nearest existing ancestor, and drops its groups first', () => {
  for (const place of [folder, join(folder, 'not', 'there')]) {
    const { changes, identity } = createProcess(0);
    dropPrivilegesToOwner(place, identity);
    assert.deepEqual(changes, [`groups ${gid}`, `gid ${gid}`, `uid ${uid}`]);
  }
});

test('root becomes the owner for one task and then root again, whatever happens in it', () => {
  const { changes, identity } = createProcess(0);
  const fail = () => {
    changes.push(`work as ${identity.geteuid?.()}`);
    throw new Error('it failed');
  };
  assert.throws(() => runAsOwner(folder, fail, identity), /it failed/);
  assert.deepEqual(changes, [`egid ${gid}`, `euid ${uid}`, `work as ${uid}`, 'euid 0', 'egid 0']);
});

test('only root changes its user, and not if root is the owner', () => {
  const [user, root] = [createProcess(1000), createProcess(0)];
  dropPrivilegesToOwner(folder, user.identity);
  dropPrivilegesToOwner('/', root.identity);
  assert.equal(
    runAsOwner(folder, () => 'done', user.identity),
    'done',
  );
  assert.deepEqual([...user.changes, ...root.changes], []);
});

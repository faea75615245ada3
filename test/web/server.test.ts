import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { serverStateApi } from '#staff/server-state/api.ts';
import { withBasic } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';
import { visit } from './visitor.ts';

const app = await startTestApp();
const office = visit(app, await app.atLevel('tho'));

test('the server page says that all is well, and draws charts once the server has run for a while', async () => {
  const { body: fresh } = await office.open('/server');
  assert.match(fresh, /All systems normal/);
  assert.doesNotMatch(fresh, /<svg class="chart"/);
  for (let hours = 0; hours < 3; hours += 1) {
    await app.runJob('sample-box');
    app.clock.advance({ hours: 1 });
  }
  const { body } = await office.open('/server');
  assert.equal(body.match(/<svg class="chart"/g)?.length, 4);
  assert.match(body, /aria-label="Memory over the last day, now \d+ MB /);
  assert.match(body, /Last 24 hours.*<th scope="row"><time.*MB<\/td>/s);
});

describe('marked lines and the problems listed above them match:', () => {
  /** Returns the heading and the highlighted lines. */
  async function readServerPage(to: ReturnType<typeof visit>) {
    const { body } = await to.open('/server');
    const [, heading] = /<h2 id="health">([^<]*)/.exec(body) ?? [];
    return { heading, body, marked: [...body.matchAll(/<b class="stop">(.*?)<\/b>/g)].map(([, line]) => line) };
  }

  test('no backup on a real ship', async () => {
    const ship = await startTestApp();
    const crew = visit(ship, await ship.atLevel('tho'));
    const fresh = await readServerPage(crew);
    assert.deepEqual([fresh.heading, fresh.marked], ['All systems normal', []]);
    assert.match(fresh.body, /<dd>none: BACKUP_DIR is not set<\/dd>/);
    // The ships of tests aren't real, so they need no backups.
    Object.assign(ship.context.config, { isDevelopment: false });
    const real = await readServerPage(crew);
    assert.equal(real.heading, 'Running, 1 warning');
    assert.match(real.body, /There are no nightly backups: set BACKUP_DIR to a folder on another disk\./);
    assert.deepEqual(real.marked, ['none: BACKUP_DIR is not set']);
  });

  test('a backup that fails', async () => {
    const ship = await startTestApp({ environment: { BACKUP_DIR: '/nowhere' } });
    const crew = visit(ship, await ship.atLevel('tho'));
    const fresh = await readServerPage(crew);
    assert.deepEqual([fresh.heading, fresh.marked], ['All systems normal', []]);
    await assert.rejects(ship.runJob('back-up'));
    const failed = await readServerPage(crew);
    assert.equal(failed.heading, 'Running, 1 warning');
    assert.match(failed.body, /The job back-up failed: BACKUP_DIR \/nowhere is not a folder/);
    assert.match(failed.marked[0] ?? '', /failed; none verified yet$/);
    assert.match(failed.marked[1] ?? '', /is not a folder: is its disk connected\?/);
  });
});

test('stored counts can be recomputed', async () => {
  assert.match((await office.open('/server')).body, /name="repair"/);
  assert.equal((await office.send('/server', { repair: '' })).location, '/server?done');
  assert.match((await office.open('/server?done')).body, /recomputed in the background/);
});

test('the server page runs the crew’s checklist on request (moderation rule A38)', async () => {
  const ship = await startTestApp({ environment: { EXTERNAL_URL: 'http://127.0.0.1:1', READY_WITHOUT: 'spare' } });
  const crew = visit(ship, await ship.atLevel('tho'));
  assert.match((await crew.open('/server')).body, /href="\/server\?check"/);
  const { body } = await crew.open('/server?check');
  assert.match(body, /<h2 id="ready">\d+ of 14 checks to do<\/h2>/);
  assert.match(body, /<h3>Address<\/h3><p>http:\/\/127\.0\.0\.1:1 can&#39;t be reached \(connection refused\)/);
  assert.match(
    body,
    /<h3>Spare<\/h3><p>No second machine is ready to take over\. <code>gangway spare pair<\/code><\/p><\/div><p class="end">skipped/,
  );
  Object.assign(ship.context.config, { externalURL: ship.url });
  const { lines } = await (await ship.atLevel('tho')).get(serverStateApi.readiness);
  assert.deepEqual(
    lines.flatMap(({ name, state }) => (name === 'address' ? [state] : [])),
    ['ready'],
  );
});

test('the server page lists locked-out accounts, with a link to the registration desk', async () => {
  for (let tries = 0; tries < 10; tries += 1) await withBasic(app, 'heidi:wrong').call(accountsApi.login);
  const { body } = await office.open('/server');
  assert.match(body, /Locked out.*href="\/staff\/registration\?search=heidi">heidi</s);
});

test('the server page shows failed jobs, and only opens for the management office and above', async () => {
  assert.match((await office.open('/server')).body, /check-consistency<\/h3><p>daily/);
  const { status } = await visit(app, await app.atLevel('devteam')).open('/server');
  assert.equal(status, 403);
  assert.match((await office.open('/')).body, /href="\/server"/);
  assert.doesNotMatch((await visit(app, await app.atLevel('moderator')).open('/')).body, /href="\/server"/);
});

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { pages } from '#web/pages/pages.ts';
import { startTestApp } from '../support/app.ts';
import { sampleTable } from '../support/ship-time.ts';
import { visit } from './visitor.ts';

const app = await startTestApp();
const admin = await app.logIn('admin');
const office = visit(app, await app.atLevel('tho'));
const desk = visit(app, admin);
const passenger = await app.newcomer('passenger');

describe('a staff member', () => {
  test('is promoted by name and demoted by a button', async () => {
    const climber = await app.newcomer('climber');
    const done = await office.send('/staff/team', { action: 'promote', username: '@climber', level: 'moderator' });
    assert.equal(done.location, '/staff/team?done');
    assert.match((await office.open('/staff/team')).body, /Moderators<\/h2>.*@climber/s);
    assert.equal((await visit(app, climber).open('/desk/reports')).status, 200);
    await office.send('/staff/team', { demote: climber.userID });
    assert.doesNotMatch((await office.open('/staff/team')).body, /@climber/);
    assert.equal((await visit(app, climber).open('/desk/reports')).status, 403);
  });

  test('of the management office has a demote button for administrators only', async () => {
    const member = `${(await app.atLevel('tho')).userID}"`;
    const demote = new RegExp(`name="demote" value="${member}`);
    assert.match((await desk.open('/staff/team')).body, demote);
    const own = (await office.open('/staff/team')).body;
    assert.match(own, /@THO/);
    assert.doesNotMatch(own, demote);
  });

  test('shows why a promotion isn’t possible', async () => {
    const unknown = await office.send('/staff/team', {
      action: 'promote',
      username: 'no-such-name',
      level: 'moderator',
    });
    assert.equal(unknown.status, 404);
    assert.match(unknown.body, /value="no-such-name".*aria-invalid="true"/s);
    assert.doesNotMatch((await office.open('/staff/team')).body, /<option value="tho"/);
    assert.match((await desk.open('/staff/team')).body, /<option value="tho"/);
  });

  test('gets a role and loses it, immediately', async () => {
    const maker = await app.newcomer('maker');
    await office.send('/staff/roles', { action: 'give', username: 'maker', role: 'accountmanager' });
    assert.match((await office.open('/staff/roles')).body, /Registration desk<\/h2>.*@maker/s);
    assert.match((await visit(app, maker).open('/more')).body, /href="\/staff"/);
    assert.match((await visit(app, maker).open('/staff')).body, /href="\/staff\/registration"/);
    await office.send('/staff/roles', { take: `accountmanager ${maker.userID}` });
    assert.doesNotMatch((await visit(app, maker).open('/more')).body, /href="\/staff"/);
  });
});

test('the staff page links to every kind of work', async () => {
  const { body } = await desk.open('/staff');
  const linked = new Set([...body.matchAll(/href="([^"?#]+)"/g)].map(([, path]) => path));
  const paths = pages.map(({ path }) => path).filter((path) => /^\/(?:desk|staff)\/[a-z-]+$/.test(path));
  assert.ok(paths.length > 10);
  assert.deepEqual(
    paths.filter((path) => !linked.has(path)),
    [],
  );
});

describe('settings', () => {
  const stored = () => admin.get(adminApi.serverSettings);
  /** Reads the form as the page shows it. */
  const readForm = async () => {
    const { body } = await desk.open('/staff/settings');
    const inputs = [...body.matchAll(/<input [^>]*name="(\w+)"[^>]*>/g)];
    const values = inputs.flatMap(([input, name = '']): [string, string][] => {
      if (/type="checkbox"/.test(input)) return / checked/.test(input) ? [[name, 'on']] : [];
      return [[name, / value="([^"]*)"/.exec(input)?.[1] ?? '']];
    });
    const choices = [...body.matchAll(/<select [^>]*name="(\w+)">.*?<option value="(\w+)" selected>/gs)];
    return Object.fromEntries([
      ...values,
      ...choices.map(([, name = '', value = '']): [string, string] => [name, value]),
    ]);
  };

  test('are saved as shown, with one changed field', async () => {
    const before = await stored();
    const form = await readForm();
    assert.equal((await desk.send('/staff/settings', form)).location, '/staff/settings?done');
    assert.deepEqual(await stored(), before);
    await desk.send('/staff/settings', { ...form, maxAlternateAccounts: '3', registrationCodeRequired: 'on' });
    assert.deepEqual(await stored(), { ...before, maxAlternateAccounts: 3, registrationCodeRequired: true });
    await desk.send('/staff/settings', form);
    assert.deepEqual(await stored(), before);
  });

  test('out of range get an error next to their field, and nothing is stored', async () => {
    const before = await stored();
    const send = async (maxForumPostImages: string) =>
      desk.send('/staff/settings', { ...(await readForm()), maxForumPostImages });
    const refused = await send('99');
    assert.equal(refused.status, 400);
    assert.match(refused.body, /value="99".*id="save-maxForumPostImages-wrong"/s);
    for (const blank of ['', ' ']) assert.equal((await send(blank)).status, 400, 'no number, rather than 0');
    assert.deepEqual(await stored(), before);
  });

  test('can be read by the development team, and changed by administrators only', async () => {
    const team = visit(app, await app.atLevel('devteam'));
    assert.doesNotMatch((await team.open('/staff/settings')).body, /<form method="post">/);
    assert.equal((await team.send('/staff/settings', await readForm())).status, 403);
  });
});

describe('features', () => {
  test('are disabled for everyone with one tap, and enabled again', async () => {
    const read = () => passenger.call(forumsApi.categories);
    await desk.send('/staff/features', { off: 'all forums' });
    assert.equal((await read()).status, 451);
    assert.match((await desk.open('/staff/features')).body, /aria-checked="false" aria-label="Forums" name="on"/);
    await desk.send('/staff/features', { on: 'all forums' });
    assert.equal((await read()).status, 200);
  });

  test('can be disabled in one app, and unknown apps are rejected', async () => {
    await desk.send('/staff/features', { action: 'offInApp', app: 'ios', feature: 'phone' });
    assert.match((await desk.open('/staff/features')).body, /Phone calls<\/h3><p class="line">off in ios/);
    await desk.send('/staff/features', { on: 'ios phone' });
    assert.match((await desk.open('/staff/features')).body, /No features are off in a single app/);
    const refused = await desk.send('/staff/features', { action: 'offInApp', app: 'nothing', feature: 'phone' });
    assert.equal(refused.status, 400);
    assert.match(refused.body, /id="offInApp-app-wrong"/);
  });
});

test('reloads the file of clock changes', async () => {
  assert.match((await desk.open('/staff/time-zones')).body, /It’s .* on board, in /);
  const missing = await desk.send('/staff/time-zones', { reload: '' });
  assert.deepEqual([missing.status, /has no time-zone-changes\.txt/.test(missing.body)], [400, true]);
  writeFileSync(join(app.context.config.folders.seeds, 'time-zone-changes.txt'), sampleTable);
  assert.equal((await desk.send('/staff/time-zones', { reload: '' })).location, '/staff/time-zones?done');
});

test('moderators see neither the administration nor a link to it', async () => {
  const moderator = visit(app, await app.atLevel('moderator'));
  for (const path of ['/staff/team', '/staff/roles', '/staff/settings', '/staff/features', '/staff/time-zones'])
    assert.equal((await moderator.open(path)).status, 403, path);
  assert.doesNotMatch((await moderator.open('/staff')).body, /href="\/staff\//);
});

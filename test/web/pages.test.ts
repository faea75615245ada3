import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import { isAtLeast } from '#contract/access.ts';
import { listFeatures } from '#contract/endpoint.ts';
import { adminApi } from '#staff/admin/api.ts';
import { type AssetName, getAsset } from '#web/frame/assets.ts';
import type { BodyField } from '#web/frame/body-form.ts';
import type { Page } from '#web/page.ts';
import { pages } from '#web/pages/pages.ts';
import type { TestUserLevel, User } from '../support/app.ts';
import { giveRole } from '../support/roles.ts';
import { canOpenPage } from './can-open.ts';
import { isSignInPage, startWorld } from './world.ts';

const world = await startWorld();
const { app } = world;

const htmlValidator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // This finding is a matter of the checker's style, not of validity.
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'no-inline-style': 'error',
    'long-title': 'off',
    'require-sri': 'off',
    // Screens on walls, which no one touches, also reload without scripts.
    'meta-refresh': 'off',
    // Titles and names contain users' texts.
    'text-content': 'off',
  },
});

/** Returns the HTML of a page as this user's browser gets it. */
function open(path: string, user?: User): Promise<Response> {
  return fetch(`${app.url}${path}`, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...(user && { cookie: `session=${user.token}` }) },
  });
}

const levels = [undefined, 'unverified', 'quarantined', 'verified', 'moderator', 'tho', 'admin'] as const;
const isOfChat = ({ path }: Page): boolean => /^\/chats\/\{/.test(path);

describe('every page', () => {
  for (const page of pages) {
    for (const level of levels) {
      test(`${page.path} for ${level ?? 'anonymous'}`, () => assertOpensFor(page, level));
    }

    test(`${page.path} for a member`, async () => {
      const response = await open(world.addressOf(page), world.viewerOf(page));
      assert.ok([200, 303].includes(response.status), `${response.status}`);
      if (response.status !== 200) return;
      const body = await response.text();
      assertSound(body, response);
      assert.deepEqual(findDeadForms(body, page), []);
    });
  }
});

async function assertOpensFor(page: Page, level: TestUserLevel | undefined): Promise<void> {
  const user = level === undefined ? undefined : await app.atLevel(level);
  const response = await open(world.addressOf(page), user);
  const body = await response.text();
  const location = response.headers.get('location') ?? '';
  const expected = isSignInPage(page) && level && !isAtLeast(level, 'moderator') ? 403 : canOpenPage(page, level);
  if (expected === 303) assert.match(location, /^\/sign-in\?next=/);
  // A private chat does not exist for those who are not in it; an appointment does for moderators.
  else if (expected === 200 && isOfChat(page))
    assert.equal(response.status, page.isFile && level && isAtLeast(level, 'moderator') ? 200 : 404);
  else if (expected === 200 && response.status === 303) assert.match(location, /^\/(?!sign-in)/);
  else assert.equal(response.status, expected, body);
  if (response.status !== 303) assertSound(body, response);
  if (response.status === 200) assert.deepEqual(findDeadForms(body, page), []);
}

const pathsOfPages = pages.map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));

/** Lists links of a page that lead to neither a page of this server nor a part of the API. */
function findDeadLinks(body: string): string[] {
  const links = [...body.matchAll(/href="(\/[^"#?]*)/g)].map(([, path = '']) => path);
  return links.filter(
    (path) =>
      !/^\/(api\/v3|web|events|dayplanner|microkaraoke)\//.test(path) &&
      !pathsOfPages.some((pattern) => pattern.test(path)),
  );
}

const readAll = (markup: string, pattern: RegExp): string[] =>
  [...markup.matchAll(pattern)].map(([, found = '']) => found);

/** Lists forms, buttons and fields of a page that no action handles, and required fields that a form lacks. */
function findDeadForms(body: string, page: Page): string[] {
  return [...body.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)]
    .filter(([, attributes = '']) => attributes.includes('method="post"'))
    .flatMap(([, attributes = '', form = '']) => {
      const [path] = readAll(attributes, / action="([^"?]*)/g);
      const { actions = {} } = path === undefined ? page : getPageAt(path);
      const buttons = readAll(form, /<button type="submit"([^>]*)>/g);
      const [action] = readAll(form, /name="action" value="([^"]*)"/g);
      const names = [action, ...buttons.flatMap((button) => readAll(button, / name="([^"]*)"/g))];
      const called = names.filter((name) => name !== undefined);
      const isSent = action !== undefined || buttons.every((button) => button.includes(' name="'));
      const fields = readAll(form, /<(?:input|select|textarea)[^>]* name="([^"]*)"/g);
      const read = called.flatMap((name) => Object.keys(actions[name]?.form ?? {}));
      const required = Object.entries(action === undefined ? {} : (actions[action]?.form ?? {})).filter(isRequired);
      return [
        ...called.filter((name) => !Object.hasOwn(actions, name)).map((name) => `no action ${name}`),
        ...(isSent && called.length > 0 ? [] : [`sends no action: ${form}`]),
        ...fields.filter((name) => !['action', 'key', ...read].includes(name)).map((name) => `no action reads ${name}`),
        ...required.filter(([name]) => !fields.includes(name)).map(([name]) => `${action} lacks ${name}`),
      ];
    });
}

const getPageAt = (path: string): Page => {
  const page = pages[pathsOfPages.findIndex((pattern) => pattern.test(path))];
  assert.ok(page, `no page at ${path}`);
  return page;
};

/** Whether the body requires this field. */
const isRequired = ([, field]: readonly [string, object]): boolean =>
  'asked' in field && (field as BodyField).asked.isRequired && (field as BodyField).asked.otherwise === undefined;

test('a form or button without an action, and a field that no action reads, are found', () => {
  const { actions = {}, ...page } = pages.find(({ path }) => path === '/items') ?? assert.fail();
  const form = (inside: string) => `<form method="post">${inside}</form>`;
  const remove = (name: string) => `<button type="submit" class="quiet" name="${name}" value="1">Remove</button>`;
  const find = (inside: string) => findDeadForms(form(inside), { ...page, actions });
  assert.deepEqual(find(remove('remove')), []);
  assert.deepEqual(find(remove('wow')), ['no action wow']);
  assert.match(find('<button type="submit">Go</button>').join(), /sends no action/);
  assert.deepEqual(find('<input type="hidden" name="action" value="create"><input name="colour">'), [
    'no action reads colour',
    'create lacks category',
    'create lacks itemName',
  ]);
});

/** Valid pages by their content without variable parts: pages that a user can't open look the same for many. */
const validPages = new Set<string>();

function assertValid(body: string): void {
  const page = body.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, 'id');
  if (validPages.has(page)) return;
  const report = htmlValidator.validateStringSync(body);
  const complaints = report.results.flatMap(({ messages }) => messages);
  assert.deepEqual(
    complaints.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`),
    [],
  );
  validPages.add(page);
}

/** Asserts that a page is valid, within its size budget, and contains no markup that comes from a user's text. */
function assertSound(body: string, response: Response): void {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return;
  assertValid(body);
  assert.deepEqual(findDeadLinks(body), []);
  assert.doesNotMatch(body, /<script(?! type="module" src="\/web\/)|<i>Title|onmouseover=alert\(2\)>bold/);
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
  // A browser that hasn't confirmed that the script runs stores no personal content.
  const isForOne = response.headers.has('x-account');
  assert.equal(response.headers.get('cache-control'), isForOne ? 'private, no-store' : 'private, no-cache');
  assert.ok(gzipSync(body).length <= 10 * 1024, `${gzipSync(body).length} bytes compressed`);
}

/** Pages that no other page links to or redirects to, with the reason. */
const unlinkedPages: Readonly<Record<string, string>> = {
  '/offline': 'the service worker shows it',
  '/people/names': 'the script asks it for suggestions',
  '/reported': 'a report that was filed leads there',
  '/wall': 'screens in corridors are opened at it',
};

test('every page whose address has no parameters is linked from another page', async () => {
  const photographer = await giveRole(app, await app.newcomer('photographer'), 'shutternaut');
  await giveRole(app, photographer, 'karaokemanager');
  const others = [await app.atLevel('admin'), undefined, await app.atLevel('unverified'), photographer];
  const visitors = [world.viewerOf, ...others.map((user) => () => user)];
  let lost = pages.map(({ path }) => path).filter((path) => !path.includes('{'));
  const follow = async (address: string, user?: User): Promise<readonly string[]> => {
    const response = await open(address, user);
    const hrefs = [...(await response.text()).matchAll(/ href="(\/[^"#]*)/g)].map(([, href = '']) => href);
    const targets = [...hrefs, response.headers.get('location') ?? ''];
    lost = lost.filter((path) => path === toPath(address) || !targets.some((target) => toPath(target) === path));
    return targets;
  };
  for (const tab of await follow('/performers', world.author)) if (tab.includes('?')) await follow(tab, world.author);
  for (const visitorOf of visitors) {
    if (lost.every((path) => path in unlinkedPages)) break;
    for (const page of pages) await follow(world.addressOf(page), visitorOf(page));
  }
  assert.deepEqual(lost.toSorted(), Object.keys(unlinkedPages));
});

const toPath = (address: string): string => address.replace(/\?.*/, '');

test('the sign-in page and its assets take at most 15 KB, a first page 50 KB', async () => {
  const sizeOf = async (path: string, brought: readonly AssetName[], user?: User): Promise<number> => {
    const body = await (await open(path, user)).text();
    // Pages have no script for users who aren't signed in.
    assert.equal(body.includes('page.js'), brought.includes('page.js'));
    return brought.reduce((sum, name) => sum + getAsset(name).compressed.length, gzipSync(body).length);
  };
  const signInPage = await sizeOf('/sign-in', ['style.css', 'icons.svg', 'sign-in.js']);
  assert.ok(signInPage <= 15 * 1024, `${signInPage}`);
  const first = await sizeOf('/', ['style.css', 'icons.svg', 'page.js', 'service-worker.js'], world.author);
  assert.ok(first <= 50 * 1024, `${first}`);
});

describe('a disabled feature', () => {
  for (const page of pages.filter(({ asks }) => asks.some((endpoint) => listFeatures(endpoint).length > 0))) {
    test(`hides ${page.path}`, async () => {
      const [feature] = page.asks.flatMap(listFeatures);
      const admin = await app.atLevel('admin');
      const change = (list: 'enableFeatures' | 'disableFeatures') =>
        admin.get(adminApi.changeServerSettings, { body: { [list]: [{ app: 'all', feature }] } });
      await change('disableFeatures');
      try {
        const viewer = world.viewerOf(page);
        const response = await open(world.addressOf(page), viewer);
        // The administrator doesn't get these switches (decision 8).
        assert.equal(response.status, viewer.username === 'admin' ? 200 : 451);
        assertSound(await response.text(), response);
      } finally {
        await change('enableFeatures');
      }
    });
  }
});

describe('a form', () => {
  const send = (path: string, form: Record<string, string>, headers: Record<string, string>) =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(form),
    });
  const session = `session=${world.author.token}`;
  const thread = world.addressOf({ path: '/forums/thread/{thread}' } as Page);

  test('from another site is rejected', async () => {
    for (const origin of ['http://elsewhere.example', 'null', undefined]) {
      const headers = { cookie: session, ...(origin !== undefined && { origin }) };
      const response = await send(thread, { action: 'post', text: 'forged' }, headers);
      assert.equal(response.status, 403);
    }
    assert.doesNotMatch(await (await open(thread, world.author)).text(), /forged/);
  });

  test('that’s rejected is shown again with the typed text and the errors', async () => {
    const response = await send(
      thread,
      { action: 'post', text: 'x'.repeat(3000) },
      { cookie: session, origin: app.url },
    );
    const body = await response.text();
    assert.equal(response.status, 400);
    assert.match(body, /x{3000}/);
    assert.match(body, /aria-invalid="true"|role="alert"/);
    assertSound(body, response);
  });

  test('sent twice takes effect once', async () => {
    const form = { action: 'post', text: 'once and for all', key: 'a-form-of-its-own' };
    for (let time = 0; time < 2; time += 1) {
      const response = await send(thread, form, { cookie: session, origin: app.url });
      assert.equal(response.status, 303);
    }
    const body = await (await open(thread, world.author)).text();
    assert.equal(body.match(/once and for all/g)?.length, 1);
  });

  test('signs in, and redirects only to pages of this server', async () => {
    for (const [next, to] of [
      ['/chats', '/chats'],
      ['//elsewhere.example', '/'],
      ['https://elsewhere.example/', '/'],
      ['/\\elsewhere.example', '/'],
    ] as const) {
      const path = `/sign-in?next=${encodeURIComponent(next)}`;
      const response = await send(path, { action: 'enter', name: 'james', password: 'password' }, { origin: app.url });
      assert.equal(response.status, 303);
      assert.equal(response.headers.get('location'), to);
      assert.match(response.headers.get('set-cookie') ?? '', /^session=[\w-]{20,}; .*HttpOnly; SameSite=Lax$/);
    }
  });

  test('with a wrong password is 401, and reports that next to the form', async () => {
    const response = await send('/sign-in', { action: 'enter', name: 'james', password: 'wrong' }, { origin: app.url });
    assert.equal(response.status, 401);
    assert.match(await response.text(), /role="alert"/);
  });
});

test('finds the session among other cookies, and ignores invalid tokens', async () => {
  const { token, userID } = world.author;
  const read = async (cookie: string) =>
    (await fetch(`${app.url}/more`, { headers: { accept: 'text/html', cookie } })).headers.get('x-account');
  for (const cookie of [
    `a=b; session=${token}`,
    `session=${token};c=d`,
    `xsession=no; ;session= ;session=${token} ; e`,
  ])
    assert.equal(await read(cookie), userID, cookie);
  for (const cookie of [`xsession=${token}`, `session=${token}x`, `session=a ${token}`, `a="session=${token}"`, token])
    assert.equal(await read(cookie), null, cookie);
});

test('an unknown address gets an error page, and programs the usual error', async () => {
  const response = await open('/nowhere', world.author);
  assert.equal(response.status, 404);
  assertSound(await response.text(), response);
  assert.equal((await fetch(`${app.url}/nowhere`)).headers.get('content-type'), 'application/json; charset=utf-8');
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createConfig } from '#config/config.ts';
import { findShipAddress } from '#config/ship-address.ts';
import { listKnownAccounts } from '#core/accounts/index.ts';
import { startTestApp } from '../support/app.ts';
import { browse } from '../support/browse.ts';

const folder = await mkdtemp(join(tmpdir(), 'gangway-sign-in-'));
after(() => rm(folder, { recursive: true, force: true }));
const app = await startTestApp({ dataFolder: folder, environment: { EXTERNAL_URL: 'http://ship.example:8081' } });
const anonymous = browse(app);

describe('the welcome of a ship for development', () => {
  test('is the first page without a session, and lets people look around without an account', async () => {
    assert.equal((await anonymous.open('/')).location, '/welcome');
    assert.match((await anonymous.open('/welcome')).body, /href="\/\?look"/);
    assert.equal((await anonymous.open('/?look')).status, 200);
  });

  test('signs in as each known account with one tap', async () => {
    const names = [...(await anonymous.open('/welcome')).body.matchAll(/name="enter" value="(\w+)"/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual(names, ['unverified', 'quarantined', 'verified', 'james', 'heidi', 'sam', 'THO', 'admin']);
    for (const name of names) {
      const { session, location } = await anonymous.send('/welcome', { enter: name ?? '' });
      assert.equal(location, '/');
      const { body } = await browse(app, { token: session ?? '' }).open('/settings');
      assert.ok(body.includes(`@${name}`));
    }
  });

  test('doesn’t sign in anyone under another name', async () => {
    const { status, session } = await anonymous.send('/welcome', { enter: 'moderator' });
    assert.equal(status, 404);
    assert.equal(session, undefined);
  });
});

test('in production no known account is offered, whatever the passwords are', () => {
  for (const environment of ['production', 'staging', 'Development']) {
    const config = createConfig(environment, { ADMIN_PASSWORD: 'password', THO_PASSWORD: 'password' });
    assert.deepEqual(listKnownAccounts(config), []);
  }
});

describe('the page to print (/join)', () => {
  test('has the address as text and QR code, and says how to get in', async () => {
    const { body } = await anonymous.open('/join');
    assert.match(body, /<p class="address">ship\.example:8081<\/p>/);
    assert.match(
      body,
      /<svg class="qr" role="img" aria-label="QR code for http:\/\/ship\.example:8081"[^>]*><path d="M/,
    );
    assert.equal(body.match(/<ol class="points">([\s\S]*?)<\/ol>/)?.[1]?.match(/<li>/g)?.length, 3);
  });

  test('says what plain http lacks, unless the ship has a certificate', async () => {
    assert.match((await anonymous.open('/join')).body, /isn’t encrypted.*keep the page open/);
    const withTls = await startTestApp({ environment: { EXTERNAL_URL: 'https://ship.example' } });
    assert.doesNotMatch((await browse(withTls).open('/join')).body, /encrypted|keep the page open/);
  });

  test('never has a loopback address if another address is known', () => {
    const at = (environment: Record<string, string>, host?: string) =>
      findShipAddress(createConfig('production', environment), 'http://0.0.0.0:8081', host);
    assert.equal(at({ EXTERNAL_URL: 'https://ship.example' }, '10.0.0.7:8081'), 'https://ship.example');
    assert.equal(
      at({ CANONICAL_HOSTNAMES: 'localhost,gangway.example' }, 'localhost:8081'),
      'http://gangway.example:8081',
    );
    assert.equal(at({}, '10.0.0.7:8081'), 'http://10.0.0.7:8081');
    assert.doesNotMatch(at({}, 'localhost:8081'), /localhost|127\.0\.0\.1/);
  });
});

describe('the crew’s own texts', () => {
  test('are shown from their file, with Markdown formatted and everything else escaped', async () => {
    await mkdir(join(folder, 'public'), { recursive: true });
    const text =
      '# Our rules\n\nBe **kind** to <script>alert(1)</script>.\n\n- [no](javascript:alert(2))\n- [yes](/forums)\n\n<img src=x onerror=alert(3)>\n';
    await writeFile(join(folder, 'public', 'codeofconduct.md'), text);
    const { body } = await anonymous.open('/help/conduct');
    assert.match(body, /<h1>Our rules<\/h1>/);
    assert.match(body, /Be <b>kind<\/b> to &lt;script&gt;/);
    assert.match(body, /<a href="\/forums"/);
    assert.doesNotMatch(body, /<script|<img|href="javascript/);
  });

  test('are formatted however long they are', async () => {
    const rules = Array.from({ length: 3000 }, (_, index) => `- Rule ${index} of **all**\n`).join('');
    await writeFile(
      join(folder, 'public', 'codeofconduct.md'),
      `# Our rules\n\n${rules}\n## The end\n\nThat's **all**.\n`,
    );
    const { body } = await anonymous.open('/help/conduct');
    assert.equal(body.match(/<li>Rule \d+ of <b>all<\/b><\/li>/g)?.length, 3000);
    assert.match(body, /<h1>Our rules<\/h1>[\s\S]*<h2>The end<\/h2>\s*<p>That(?:'|&#39;)s <b>all<\/b>\.<\/p>/);
  });

  for (const mark of ['- ', '1. ', '> ']) {
    test(`are shown unformatted if "${mark}" is nested too deeply`, async () => {
      const text = `# Our rules\n\n${mark.repeat(4080 / mark.length)}deep\n`;
      await writeFile(join(folder, 'public', 'codeofconduct.md'), text);
      const { status, body } = await anonymous.open('/help/conduct');
      assert.equal(status, 200);
      assert.match(body, /<h1>Code of conduct<\/h1>[\s\S]*nested too deeply or has a line that’s too long/);
      assert.ok(body.includes(text.replaceAll('>', '&gt;').trim()));
    });
  }

  test('are shown unformatted if a line is too long', async () => {
    const text = `# Our rules\n\n${'__a'.repeat(20_000)}\n`;
    await writeFile(join(folder, 'public', 'codeofconduct.md'), text);
    const { body } = await anonymous.open('/help/conduct');
    assert.match(body, /<h1>Code of conduct<\/h1>[\s\S]*line that’s too long/);
    assert.ok(body.includes(text.trim()));
  });

  test('are samples if the crew wrote none', async () => {
    assert.match((await anonymous.open('/help/questions')).body, /<h1>Frequently asked questions<\/h1>[\s\S]*<h2>/);
  });
});

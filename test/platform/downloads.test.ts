import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, describe, test } from 'node:test';
import { createDownloads, DownloadFailed, isElsewhere } from '#platform/downloads.ts';

const limits = { milliseconds: 5_000, maxBytes: 1_000 };
const downloads = createDownloads(() => true);

/** A server that answers like this, and its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const failsBecause =
  (words: RegExp, isUnreachable = false) =>
  (error: unknown) => {
    assert.ok(error instanceof DownloadFailed, String(error));
    assert.match(error.message, words);
    assert.equal(error.isUnreachable, isUnreachable);
    return true;
  };

describe('what is fetched', () => {
  test('the bytes and their media type, after redirects', async () => {
    const url = await serve(({ url, headers }, response) => {
      if (url === '/old') response.writeHead(302, { location: '/new' }).end();
      else response.setHeader('content-type', 'text/calendar').end(`${url} ${headers['user-agent']} ${headers.accept}`);
    });
    const { bytes, mediaType } = await downloads.fetch(`${url}/old`, { ...limits, headers: { accept: 'x/y' } });
    assert.match(bytes.toString(), /^\/new Mozilla\/.* x\/y$/);
    assert.equal(mediaType, 'text/calendar');
  });

  test('nothing of another status, too many redirects, or what is sent compressed', async () => {
    const url = await serve(({ url }, response) => {
      if (url === '/round') response.writeHead(301, { location: '/round' }).end();
      else if (url === '/packed') response.setHeader('content-encoding', 'gzip').end('x');
      else if (url === '/file') response.writeHead(301, { location: 'file:///etc/passwd' }).end();
      else response.writeHead(404).end();
    });
    await assert.rejects(downloads.fetch(`${url}/missing`, limits), failsBecause(/^answered with status 404$/));
    await assert.rejects(downloads.fetch(`${url}/round`, limits), failsBecause(/redirected more than 5 times/));
    await assert.rejects(downloads.fetch(`${url}/packed`, limits), failsBecause(/compressed/));
    await assert.rejects(downloads.fetch(`${url}/file`, limits), failsBecause(/redirected to something/));
    await assert.rejects(downloads.fetch('file:///etc/passwd', limits), failsBecause(/no http or https/));
    await assert.rejects(downloads.fetch('nonsense', limits), failsBecause(/no http or https/));
  });

  test('no more bytes than allowed, whether they are announced or not', async () => {
    const url = await serve(({ url }, response) => {
      if (url === '/announced') response.setHeader('content-length', 1_001);
      const write = (): void => {
        while (!response.destroyed) if (!response.write('x'.repeat(1_000))) break;
      };
      response.on('drain', write);
      write();
    });
    await assert.rejects(downloads.fetch(`${url}/announced`, limits), failsBecause(/larger than 1000 bytes/));
    await assert.rejects(downloads.fetch(`${url}/endless`, limits), failsBecause(/larger than 1000 bytes/));
  });

  test('nothing that takes too long, before or after it has begun', async () => {
    const url = await serve(({ url }, response) => {
      if (url === '/begun') response.write('x');
    });
    const brief = { ...limits, milliseconds: 100 };
    await assert.rejects(downloads.fetch(`${url}/silent`, brief), failsBecause(/longer than 100 ms/, true));
    await assert.rejects(downloads.fetch(`${url}/begun`, brief), failsBecause(/longer than 100 ms/, true));
    const stopping = AbortSignal.abort();
    await assert.rejects(downloads.fetch(`${url}/silent`, { ...limits, stopping }), failsBecause(/going down/));
  });

  test('where nobody answers, that is what it says', async () => {
    await assert.rejects(downloads.fetch('http://127.0.0.1:1/', limits), failsBecause(/ECONNREFUSED/, true));
    await assert.rejects(
      downloads.fetch('http://nowhere.invalid/', limits),
      failsBecause(/could not be reached/, true),
    );
  });
});

describe('never into this machine', () => {
  const guarded = createDownloads();
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const inside = [
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    'fe80::1',
    ...own.map(({ address }) => address),
    ...own.filter(({ family }) => family === 'IPv4').map(({ address }) => `::ffff:${address}`),
  ];

  test('its addresses are known in every form, and those of others are not taken for them', () => {
    for (const address of inside) assert.equal(isElsewhere(address), false, address);
    for (const address of ['192.0.2.1', '198.51.100.7', '2001:db8::1', '::ffff:192.0.2.1'])
      assert.equal(isElsewhere(address), true, address);
  });

  test('nothing is asked there, also where a redirect or a name leads there', async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked += 1;
      response.end();
    });
    const port = new URL(url).port;
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '0', '[::1]', '[::ffff:127.0.0.1]'];
    for (const host of hosts)
      await assert.rejects(guarded.fetch(`http://${host}:${port}/`, limits), failsBecause(/this machine/), host);
    const away = await serve(
      (_, response) => void response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end(),
    );
    const lenient = createDownloads((address) => address === '127.0.0.1');
    await assert.rejects(lenient.fetch(away, limits), failsBecause(/this machine/));
    await assert.rejects(guarded.fetch(`http://localhost:${port}/`, limits), DownloadFailed);
    assert.equal(asked, 0);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, describe, test } from 'node:test';
import { createDownloads, DownloadFailed, isOtherMachine } from '#platform/network/downloads.ts';

const limits = { milliseconds: 5_000, maxBytes: 1_000 };
const downloads = createDownloads(() => true);

/** Starts a server that responds like this; returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const assertFailsBecause =
  (words: RegExp, isUnreachable = false) =>
  (error: unknown) => {
    assert.ok(error instanceof DownloadFailed, String(error));
    assert.match(error.message, words);
    assert.equal(error.isUnreachable, isUnreachable);
    return true;
  };

describe('a download', () => {
  test('returns the bytes and their media type, after redirects', async () => {
    const url = await serve(({ url, headers }, response) => {
      if (url === '/old') response.writeHead(302, { location: '/new' }).end();
      else response.setHeader('content-type', 'text/calendar').end(`${url} ${headers['user-agent']} ${headers.accept}`);
    });
    const { bytes, mediaType } = await downloads.fetch(`${url}/old`, { ...limits, headers: { accept: 'x/y' } });
    assert.match(bytes.toString(), /^\/new Mozilla\/.* x\/y$/);
    assert.equal(mediaType, 'text/calendar');
  });

  test('rejects other statuses, too many redirects, and compressed responses', async () => {
    const url = await serve(({ url }, response) => {
      if (url === '/round') response.writeHead(301, { location: '/round' }).end();
      else if (url === '/packed') response.setHeader('content-encoding', 'gzip').end('x');
      else if (url === '/file') response.writeHead(301, { location: 'file:///etc/passwd' }).end();
      else response.writeHead(404).end();
    });
    await assert.rejects(downloads.fetch(`${url}/missing`, limits), assertFailsBecause(/^answered with status 404$/));
    await assert.rejects(downloads.fetch(`${url}/round`, limits), assertFailsBecause(/redirected more than 5 times/));
    await assert.rejects(downloads.fetch(`${url}/packed`, limits), assertFailsBecause(/compressed/));
    await assert.rejects(downloads.fetch(`${url}/file`, limits), assertFailsBecause(/redirected to something/));
    await assert.rejects(downloads.fetch('file:///etc/passwd', limits), assertFailsBecause(/isn't an http or https/));
    await assert.rejects(downloads.fetch('nonsense', limits), assertFailsBecause(/isn't an http or https/));
  });

  test('reads no more bytes than allowed, whether announced or not', async () => {
    const url = await serve(({ url }, response) => {
      if (url === '/announced') response.setHeader('content-length', 1_001);
      const write = (): void => {
        while (!response.destroyed) if (!response.write('x'.repeat(1_000))) break;
      };
      response.on('drain', write);
      write();
    });
    await assert.rejects(downloads.fetch(`${url}/announced`, limits), assertFailsBecause(/larger than 1000 bytes/));
    await assert.rejects(downloads.fetch(`${url}/endless`, limits), assertFailsBecause(/larger than 1000 bytes/));
  });

  test('times out before or after the response begins', async () => {
    const url = await serve(({ url }, response) => {
      if (url === '/begun') response.write('x');
    });
    const brief = { ...limits, milliseconds: 100 };
    await assert.rejects(downloads.fetch(`${url}/silent`, brief), assertFailsBecause(/longer than 100 ms/, true));
    await assert.rejects(downloads.fetch(`${url}/begun`, brief), assertFailsBecause(/longer than 100 ms/, true));
    const stopping = AbortSignal.abort();
    await assert.rejects(
      downloads.fetch(`${url}/silent`, { ...limits, stopping }),
      assertFailsBecause(/shutting down/),
    );
  });

  test('resolves names in the hosts file, even without a name server', async () => {
    const url = await serve((_, response) => response.end('on board'));
    const { bytes } = await downloads.fetch(`http://localhost:${new URL(url).port}/`, limits);
    assert.equal(bytes.toString(), 'on board');
  });

  test('connects to the address that was checked, without a second lookup', async () => {
    const url = await serve((_, response) => response.end('on board'));
    const checked: string[] = [];
    const watching = createDownloads((address) => checked.push(address) > 0);
    await watching.fetch(`http://localhost:${new URL(url).port}/`, limits);
    assert.deepEqual(checked, [...new Set(checked)], 'it was looked up again');
    assert.ok(checked.includes('127.0.0.1'));
  });

  test('reports that no one answers', async () => {
    await assert.rejects(downloads.fetch('http://127.0.0.1:1/', limits), assertFailsBecause(/ECONNREFUSED/, true));
    await assert.rejects(
      downloads.fetch('http://nowhere.invalid/', limits),
      assertFailsBecause(/could not be reached/, true),
    );
  });
});

describe('downloads from this machine', () => {
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
    '::ffff:169.254.169.254',
    '::169.254.169.254',
    '::7f00:1',
    // IPv4-translated
    '::ffff:0:7f00:1',
    '::ffff:0:127.0.0.1',
    '::ffff:0:a9fe:a9fe',
    // NAT64, with the well-known prefix and with a network's own
    '64:ff9b::7f00:1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::7f00:1',
    '64:ff9b:1:7f00:0:100::',
    '64:ff9b:1:a9fe:a9:fe00::',
    // 6to4
    '2002:7f00:1::',
    '2002:7f00:1::1',
    '2002:a9fe:a9fe::',
    '2002:e000:1::',
    // Teredo
    '2001:0:7f00:1::',
    'fe80::1',
    'febf::1',
    'ff02::1',
    '0:0:0:0:0:0:0:1',
    '::FFFF:0:7F00:1',
    ...own.map(({ address }) => address),
    ...own.filter(({ family }) => family === 'IPv4').map(({ address }) => `::ffff:${address}`),
  ];

  test('recognize its addresses in every form, and no others', () => {
    for (const address of inside) assert.equal(isOtherMachine(address), false, address);
    for (const address of ['192.0.2.1', '198.51.100.7', '2001:db8::1', '::ffff:192.0.2.1', 'fd00::1', '2003::1'])
      assert.equal(isOtherMachine(address), true, address);
  });

  test('are never requested, even through a redirect or a name', async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked += 1;
      response.end();
    });
    const port = new URL(url).port;
    const hosts = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0',
      '[::1]',
      ...inside.filter(isIPv6).map((host) => `[${host}]`),
    ];
    for (const host of hosts)
      await assert.rejects(guarded.fetch(`http://${host}:${port}/`, limits), assertFailsBecause(/this machine/), host);
    const away = await serve(
      (_, response) => void response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end(),
    );
    const lenient = createDownloads((address) => address === '127.0.0.1');
    await assert.rejects(lenient.fetch(away, limits), assertFailsBecause(/this machine/));
    await assert.rejects(guarded.fetch(`http://localhost:${port}/`, limits), assertFailsBecause(/this machine/));
    assert.equal(asked, 0);
  });
});

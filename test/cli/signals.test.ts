import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { skipWithout } from '../support/platform.ts';
import { createShip, type Ship } from './support.ts';

const certificateFolder = join(import.meta.dirname, '..', 'http', 'tls');

/** A ship with its own certificate, which may be replaced. */
function createTlsShip(): { ship: Ship; replace: (name: 'certificate' | 'renewed') => void } {
  const ship = createShip({ TLS_CERT: 'certificate.pem', TLS_KEY: 'key.pem' });
  const replace = (name: 'certificate' | 'renewed') => {
    copyFileSync(join(certificateFolder, `${name}.pem`), join(ship.folder, 'certificate.pem'));
    copyFileSync(join(certificateFolder, 'key.pem'), join(ship.folder, 'key.pem'));
  };
  replace('certificate');
  return { ship, replace };
}

/** Returns the serial number of the certificate that a new connection gets. */
function readSerial(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = get(`${url}/api/v3/client/health`, { rejectUnauthorized: false, agent: false }, (response) => {
      const { serialNumber } = (response.socket as TLSSocket).getPeerCertificate();
      response.resume();
      response.once('end', () => resolve(serialNumber));
    });
    asking.once('error', reject);
  });
}

describe('SIGHUP', { skip: skipWithout('signals') }, () => {
  test('reloads certificate and key; reports an invalid one and keeps the valid one', async () => {
    const { ship, replace } = createTlsShip();
    const service = await ship.serve();
    const first = await readSerial(service.url);
    replace('renewed');
    service.signal('SIGHUP');
    await service.says(/reloaded the certificate and key/);
    const second = await readSerial(service.url);
    assert.notEqual(second, first);
    writeFileSync(join(ship.folder, 'certificate.pem'), 'half a certi');
    service.signal('SIGHUP');
    await service.says(/keeping the current certificate: TLS_CERT and TLS_KEY must be/);
    assert.equal(await readSerial(service.url), second);
    assert.equal((await service.end('SIGTERM')).code, 0);
  });

  test('doesn’t stop a service without a certificate, and logs that there’s nothing to reload', async () => {
    const service = await createShip().serve();
    for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const) service.signal(signal);
    await service.says(/nothing to reload/);
    await service.says(/ignored a signal[\s\S]*ignored a signal/);
    assert.doesNotMatch(service.output(), /Debugger listening/);
    assert.equal((await service.end('SIGQUIT')).code, 0);
    assert.match(service.output(), /shutting down[\s\S]*SIGQUIT[\s\S]*shut down cleanly/);
  });

  test('the fixtures are two certificates of one key', () => {
    const [first, second] = ['certificate', 'renewed'].map((name) =>
      readFileSync(join(certificateFolder, `${name}.pem`), 'utf8'),
    );
    assert.notEqual(first, second);
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { clientServicesApi } from '#features/client-services/api.ts';
import { withBasic } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';
import { createLogBook } from '../support/log-book.ts';
import { createShip } from './support.ts';

const deployFolder = join(import.meta.dirname, '..', '..', 'assets', 'deploy');
const scratchFolder = mkdtempSync(join(tmpdir(), 'gangway-deploy-'));
after(() => rmSync(scratchFolder, { recursive: true, force: true }));

const hasTool = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;
const readFile = (name: string): string => readFileSync(join(deployFolder, name), 'utf8');

describe('gangway service', { concurrency: 2 }, () => {
  test('install writes a unit with this machine’s paths, which systemd accepts', async (context) => {
    const ship = createShip({ VAPOR_ENV: 'production' });
    const settings = ship.file('production.env', 'LOG_LEVEL=info\n');
    const { code, stdout } = await ship.run(['service', 'install', '--yes', '--user', 'root', '--to', ship.folder]);
    assert.equal(code, 0);
    assert.match(stdout, /systemctl enable --now gangway/);
    assert.ok(stdout.includes(`  sudo chown root: ${settings}\n`));
    assert.ok(stdout.includes('  sudo gangway status --env production\n'));
    const file = join(ship.folder, 'gangway.service');
    const unit = readFileSync(file, 'utf8');
    assert.match(unit, /^ExecStart=\S+.*serve --env production$/m);
    assert.ok(unit.includes(`\nWorkingDirectory=${ship.folder}\n`));
    assert.ok(unit.includes(`\nEnvironment=DATA_DIR=${ship.data}\n`));
    assert.ok(unit.includes(`\nReadWritePaths=${ship.data}\n`));
    assert.match(unit, /^User=root$/m);
    assert.equal(statSync(file).mode & 0o777, 0o644);
    if (!hasTool('systemd-analyze')) return context.diagnostic('systemd is not here to read it');
    const read = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    assert.equal(`${read.stdout}${read.stderr}`, '');
  });

  test('install writes nothing without a terminal, or for a name that would break the unit', async () => {
    const ship = createShip();
    for (const words of [[], ['--yes', '--user', 'a\nExecStart=/bin/evil']]) {
      const { code } = await ship.run(['service', 'install', '--to', ship.folder, ...words]);
      assert.equal(code, 2);
    }
    assert.ok(!readdirSync(ship.folder).includes('gangway.service'));
  });

  test('install writes no unit for development, where everyone knows the passwords', async () => {
    const ship = createShip({ VAPOR_ENV: 'development' });
    const { code, stderr } = await ship.run(['service', 'install', '--yes', '--to', ship.folder]);
    assert.equal(code, 2);
    assert.match(stderr, /add --env production/);
    assert.ok(!readdirSync(ship.folder).includes('gangway.service'));
  });

  test('show prints each file, and lists them', async () => {
    const ship = createShip();
    const listed = await ship.run(['service', 'show']);
    for (const name of readdirSync(deployFolder).filter((name) => name !== 'README.md')) {
      assert.ok(listed.stdout.includes(`\`${name}\``), name);
    }
    assert.equal((await ship.run(['service', 'show', 'nginx.conf'])).stdout, readFile('nginx.conf'));
    assert.equal((await ship.run(['service', 'show', '../openapi.json'])).code, 2);
  });
});

describe('metrics in the shipped files', () => {
  test('alerts and the dashboard only use existing metrics', async () => {
    const app = await startTestApp({ log: createLogBook().log });
    await app.runJob('measure-pictures');
    await app.anonymous.call(clientServicesApi.health);
    const { bytes } = await withBasic(app, 'prometheus:password').call(clientServicesApi.metrics);
    const measured = new Set([...bytes.toString().matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
    const asked = [
      ...`${readFile('gangway-alerts.yml')}${readFile('grafana-dashboard.json')}`.matchAll(
        /\b((?:gangway|nodejs|process)_[a-z0-9_]+)/g,
      ),
    ].map(([, name = '']) => name.replace(/_bucket$/, ''));
    assert.ok(asked.length > 20);
    assert.deepEqual(
      [...new Set(asked)].filter((name) => !measured.has(name)),
      [],
    );
  });

  test('promtool accepts the alerts and the configuration', (context) => {
    if (!hasTool('promtool')) return context.diagnostic('promtool is not here to read them');
    for (const name of ['prometheus.yml', 'gangway-alerts.yml']) {
      writeFileSync(join(scratchFolder, name), readFile(name).replace('/etc/prometheus/gangway-password', 'password'));
    }
    writeFileSync(join(scratchFolder, 'password'), '');
    for (const words of [
      ['check', 'rules', join(scratchFolder, 'gangway-alerts.yml')],
      ['check', 'config', join(scratchFolder, 'prometheus.yml')],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
      assert.equal(status, 0, `${stdout}${stderr}`);
    }
  });
});

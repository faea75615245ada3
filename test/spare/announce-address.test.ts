import assert from 'node:assert/strict';
import type { NetworkInterfaceInfo } from 'node:os';
import { test } from 'node:test';
import { createAnnouncer } from '#spare/announce-address.ts';

const serverURL = 'http://10.20.3.7:8081';

const createInterface = (address: string, netmask: string, internal = false): NetworkInterfaceInfo => ({
  ...{ address, netmask, internal, family: 'IPv4', mac: '02:00:00:00:00:01', cidr: null },
});

/** A machine whose addresses change; `second` returns what was sent during the last second, with source and target. */
function createMachine() {
  let addresses: NetworkInterfaceInfo[] = [];
  const sent: { from: string; to: string }[] = [];
  const announcer = createAnnouncer(
    () => ({ lan: addresses }),
    (from, to) => sent.push({ from, to }),
  );
  return {
    use: (...now: NetworkInterfaceInfo[]) => {
      addresses = now;
    },
    second(url = serverURL) {
      announcer.check(url);
      return sent.splice(0);
    },
  };
}

const ownInterface = createInterface('10.20.3.9', '255.255.255.0');
const interfaceOfOtherMachine = createInterface('10.20.3.7', '255.255.255.0');

test('announces the other machine’s address for some seconds each time it receives it', () => {
  const machine = createMachine();
  machine.use(ownInterface);
  assert.deepEqual(machine.second(), []);
  for (let time = 1; time <= 2; time += 1) {
    machine.use(ownInterface, interfaceOfOtherMachine);
    for (let second = 1; second <= 5; second += 1) assert.equal(machine.second().length, 4);
    assert.deepEqual(machine.second(), []);
    machine.use(ownInterface);
    assert.deepEqual(machine.second(), []);
  }
});

test('announces it to neighbours in the same network, however large that is', () => {
  const networks: [string, RegExp][] = [
    ['255.255.255.0', /^10\.20\.3\.(?!0$|255$)\d+$/],
    ['255.255.240.0', /^10\.20\.(?:\d|1[0-5])\.\d+$/],
    ['255.0.0.0', /^10\.\d+\.\d+\.\d+$/],
    ['255.255.255.252', /^10\.20\.3\.[56]$/],
  ];
  for (const [netmask, neighbours] of networks) {
    const machine = createMachine();
    machine.use(createInterface('10.20.3.7', netmask));
    const sent = Array.from({ length: 5 }, () => machine.second()).flat();
    assert.equal(sent.length, 20);
    for (const { from, to } of sent) {
      assert.equal(from, '10.20.3.7');
      assert.match(to, neighbours);
      for (const part of to.split('.')) assert.ok(Number(part) <= 255, to);
    }
  }
});

test('doesn’t announce names, or addresses that only this machine reaches', () => {
  const machine = createMachine();
  machine.use(ownInterface, createInterface('127.0.0.1', '255.0.0.0', true));
  assert.deepEqual(machine.second('http://ship.example:8081'), []);
  assert.deepEqual(machine.second('http://127.0.0.1:8081'), []);
});

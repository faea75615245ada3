import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNetwork } from '#platform/network/addresses.ts';

test('an IPv4 address is counted on its own', () => {
  assert.equal(getNetwork('10.0.0.7'), '10.0.0.7');
});

test('an IPv6 address is counted by its first 64 bits, however it’s written', () => {
  for (const address of [
    '2001:db8:0:5:1:2:3:4',
    '2001:DB8::5:1:2:3:4',
    '2001:0db8:0000:0005::1',
    '2001:db8:0:5::%eth0',
  ])
    assert.equal(getNetwork(address), '2001:db8:0:5', address);
  assert.equal(getNetwork('::1'), '0:0:0:0');
  assert.equal(getNetwork('fe80::1'), 'fe80:0:0:0');
  assert.equal(getNetwork('1::4:5:6:7:8'), '1:0:0:4');
});

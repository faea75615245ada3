import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig } from '#config/config.ts';
import { isSameZone, isZoneID } from '#platform/time/zone-id.ts';

const portTimeZone = (text: string) => createConfig('testing', { PORT_TIMEZONE: text }).portTimeZone;

test('PORT_TIMEZONE accepts zones of the database, and rejects abbreviations with an error that names it', () => {
  assert.equal(portTimeZone('America/Puerto_Rico'), 'America/Puerto_Rico');
  assert.equal(portTimeZone(''), undefined);
  for (const text of ['AST', 'PST', '+05:00', 'America/Nowhere']) {
    assert.throws(() => portTimeZone(text), {
      name: 'InvalidSetting',
      message: `PORT_TIMEZONE must be an IANA time zone such as America/New_York, not "${text}".`,
    });
  }
});

test('different names of one zone are equal', () => {
  assert.ok(isSameZone('US/Eastern', 'america/new_york'));
  assert.ok(!isSameZone('America/New_York', 'America/Toronto'));
  assert.ok(isZoneID('UTC') && !isZoneID('GMT-7'));
});

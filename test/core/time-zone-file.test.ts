import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readTimeZoneFile } from '#core/ship-time/index.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { createClockChange, newYork, puertoRico } from '../support/ship-time.ts';

describe('time zone file', () => {
  test('may contain comments, blank lines, Windows line ends and extra fields', () => {
    const text =
      '\uFEFF# comment\r\n// another\r\n\r\n 20260323T090000Z \t MST \t America/Mazatlan \t more\r\n' +
      '20260321T090000Z\tPST\tAmerica/Los_Angeles';
    assert.deepEqual(readTimeZoneFile(text), {
      changes: [
        createClockChange('2026-03-21T09:00:00Z', 'PST', 'America/Los_Angeles'),
        createClockChange('2026-03-23T09:00:00Z', 'MST', 'America/Mazatlan'),
      ],
      faults: [],
    });
  });

  test('uses the last of several changes at one instant', () => {
    const text = '20260321T090000Z\tEST\tAmerica/New_York\n20260321T090000Z\tPST\tAmerica/Los_Angeles';
    assert.deepEqual(readTimeZoneFile(text).changes, [
      createClockChange('2026-03-21T09:00:00Z', 'PST', 'America/Los_Angeles'),
    ]);
  });

  test('reports short lines and unreadable dates', () => {
    const good = '20260321T090000Z\tPST\tAmerica/Los_Angeles';
    const bad = [
      '20260321T090000Z PST America/Los_Angeles',
      '20260231T090000Z\tA\tUTC',
      '2026-03-21\tA\tUTC',
      'x\t\tUTC',
    ];
    const { changes, faults } = readTimeZoneFile([bad[0], good, ...bad.slice(1)].join('\n'));
    assert.equal(changes.length, 1);
    assert.deepEqual(
      faults.map((fault) => fault.line),
      [1, 3, 4, 5],
    );
    assert.match(faults[0]?.reason ?? '', /three fields/);
    assert.match(faults[1]?.reason ?? '', /not a time/);
    assert.equal(faults[0]?.text, bad[0]);
  });

  test('is rejected for an unknown zone, naming the line', () => {
    const text = '# table\n20260321T090000Z\tPST\tAmerica/Los_Angeles\n20260322T090000Z\tAST\tAST';
    assert.throws(() => readTimeZoneFile(text), { name: 'UnreadableFile', message: /Line 3 .*"AST"/ });
  });

  test('is rejected if it has no changes or is huge', () => {
    for (const text of ['', '# nothing\n', 'x\n', 'a\n'.repeat(1024 * 1024)]) {
      assert.throws(() => readTimeZoneFile(text), UnreadableFile);
    }
  });

  test('of the samples changes to another zone and back', () => {
    const text = readFileSync(new URL('../../assets/samples/time-zone-changes.txt', import.meta.url), 'utf8');
    const { changes, faults } = readTimeZoneFile(text);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      changes.map((row) => row.zoneID),
      [newYork, puertoRico, newYork],
    );
    assert.ok(changes[0] && changes[0].activeAt < new Date('2025-03-02T05:00:00Z'));
  });
});

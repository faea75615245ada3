import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test, { describe } from 'node:test';
import {
  isRegistrationCode,
  normalizeRegistrationCode,
  readRegistrationCodeFile,
} from '#core/accounts/registration-code.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';

const testCodes = 'abcabc bcdbcd cdecde defdef efgefg fghfgh ghighi hijhij ijkijk jkljkl'.split(' ');

describe('registration code', () => {
  test('is compared in lower case without any white space', () => {
    for (const text of ['ABC DEF', ' abc\tdef\n', 'aBc\u00A0dEf', 'A B C D E F', 'abcdef']) {
      assert.equal(normalizeRegistrationCode(text), 'abcdef');
      assert.ok(isRegistrationCode(text), text);
    }
  });

  test('has exactly six letters or digits', () => {
    assert.ok(isRegistrationCode('12 34 56'));
    for (const text of ['', 'abcde', 'abcdefg', 'abc-def', '*abcde', 'äbcdef', 'abc\u200Bde', 'abcdef\n\nx']) {
      assert.ok(!isRegistrationCode(text), JSON.stringify(text));
    }
  });
});

describe('registration code file', () => {
  test('yields each code once, in normal form', () => {
    const { codes, faults } = readRegistrationCodeFile('\uFEFFABC DEF\r\n\r\nabcdef\r\n  123 456');
    assert.deepEqual(codes, ['abcdef', '123456']);
    assert.deepEqual(faults, []);
  });

  test('names every other line that isn’t empty', () => {
    const { codes, faults } = readRegistrationCodeFile(`# codes\nABC DEF\n \t\nABCDEFG\nab-cde\n${'x'.repeat(500)}`);
    assert.deepEqual(codes, ['abcdef']);
    assert.deepEqual(
      faults.map(({ line }) => line),
      [1, 4, 5, 6],
    );
    assert.equal(faults[1]?.text, 'ABCDEFG');
    assert.match(faults[1]?.reason ?? '', /six letters or digits/);
    assert.ok((faults[3]?.text.length ?? 0) < 100);
  });

  test('can be empty but not huge', () => {
    assert.deepEqual(readRegistrationCodeFile(''), { codes: [], faults: [] });
    assert.throws(() => readRegistrationCodeFile('ABC DEF\n'.repeat(200_000)), UnreadableFile);
  });

  test('of the samples contains the ten test codes', () => {
    const sample = new URL('../../assets/samples/registration-codes.txt', import.meta.url);
    assert.deepEqual(readRegistrationCodeFile(readFileSync(sample, 'utf8')), { codes: testCodes, faults: [] });
  });

  const real = new URL('../../../shared/data/registration-codes.txt', import.meta.url);
  test('of a real sailing is read completely', { skip: existsSync(real) ? false : 'real data is absent' }, () => {
    const { codes, faults } = readRegistrationCodeFile(readFileSync(real, 'utf8'));
    assert.equal(codes.length, 10);
    assert.deepEqual(faults, []);
  });
});

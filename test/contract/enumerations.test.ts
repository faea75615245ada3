import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { countTypes } from '#area/row-counts.ts';
import { builtInClientApps, featureNames } from '#contract/features.ts';
import { SettingsUpdateData } from '#staff/admin/records.ts';
import { readRules } from '../../build/checking/citations.ts';
import { projectFolder } from '../../build/project.ts';

// Compares the tables in the rules with the declarations: a word that is added, renamed or dropped in code fails here
// until the rules say it too.

const folder = join(projectFolder, 'src/contract/rules');
const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
const readRulesFile = (file: string): string => readFileSync(join(folder, file), 'utf8');

interface Row {
  readonly file: string;
  readonly cells: readonly string[];
}

/** Lists the rows of all tables whose header begins with these words. */
function listRows(header: RegExp): Row[] {
  return files.flatMap((file) =>
    readRulesFile(file)
      .split(/\n\n+/)
      .map((block) => block.split('\n'))
      .filter(([first = '']) => header.test(first))
      .flatMap(([, , ...lines]) =>
        lines.map((line) => ({
          file,
          cells: line
            .replaceAll('`', '')
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        })),
      ),
  );
}

/** Lists every enumeration of the declarations, with its words sorted. */
function listDeclaredWords(): Set<string> {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('enum' in value && Array.isArray(value.enum)) found.add(value.enum.toSorted().join());
    for (const part of Object.values(value)) collect(part);
  };
  for (const name of ['openapi.json', 'asyncapi.json'])
    collect(JSON.parse(readFileSync(join(projectFolder, 'assets', name), 'utf8')));
  return found;
}

const declaredWords = listDeclaredWords();
const readWords = (cell: string): string[] => cell.split(/[^\w]+/).filter((word) => word !== '');

/** Enumerations that no declaration has in this form, with the expected words, or the reason for having none. */
const exceptionalEnumerations: Readonly<Record<string, readonly string[] | string>> = {
  'Feature (DisabledFeature.featureName, SettingsAppFeaturePair.feature)': featureNames,
  'ClientApp (appName, SettingsAppFeaturePair.app)': builtInClientApps,
  'image size path word': 'each is a path of its own',
  'FezType label': 'words for people, not for programs',
  'FezType in query (type, excludetype)': 'the row says how it differs from FezType',
  postAsUser: ['self', 'devteam', 'tho', 'admin'],
  'Role used here': 'a part of UserRoleType',
  'ReportType (this area)': 'a part of ReportType',
  'ModeratorActionType used here': 'a part of ModeratorActionType',
  'Notification type names': 'a part of the notification types',
  LikeFilter: 'any reaction, and a word more',
  'Call-in result': 'not on the wire',
};

describe('an enumeration in the rules has the declared words', () => {
  for (const { file, cells } of listRows(/^\| enum/i)) {
    const [name = '', cell = ''] = cells;
    const exception = exceptionalEnumerations[name];
    if (typeof exception === 'string') continue;
    test(`${file}: ${name}`, () => {
      const words = readWords(cell.replace(/, plus .*|, case-insensitive.*|, any letter case|\(.*\)/, ''));
      if (exception) assert.deepEqual(words, exception);
      else assert.ok(declaredWords.has(words.toSorted().join()), `no declaration has exactly ${words.join(', ')}`);
    });
  }
});

test('the rules list exactly the declared types of notifications', () => {
  const words = listRows(/^\| Type name/).map(({ cells: [name = ''] }) => name);
  assert.ok(declaredWords.has(words.toSorted().join()), words.join(', '));
});

test('the rules list the counts of the overview by index', () => {
  const rows = listRows(/^\| index \| name/).map(({ cells: [index, name] }) => `${index} ${name}`);
  assert.deepEqual(
    rows,
    countTypes.map((type, index) => `${index} ${type}`),
  );
});

test('the rules list every setting that can be changed', () => {
  const rows = listRows(/^\| setting \(update key\)/);
  const named = new Set(rows.flatMap(({ cells: [name = ''] }) => readWords(name.replace(/\(.*\)/, ''))));
  const lost = Object.keys(SettingsUpdateData.entries).filter((key) => !named.has(key));
  assert.deepEqual(lost, []);
});

describe('the overview says how the rules of a file are numbered', () => {
  const rules = readRules(projectFolder);
  for (const { cells } of listRows(/^\| word \| file \| numbers/)) {
    const [word = '', file = '', said = ''] = cells;
    const { numbers = [] } = rules.get(file.replace('.md', '')) ?? {};
    test(word, () => {
      const letters = [...new Set(numbers.map((number) => /^[A-Z]?/.exec(number)?.[0] ?? ''))];
      if (letters.length > 1 && !said.includes(' to ')) return assert.deepEqual(said.split(', '), letters);
      const letter = /^[A-Z]?/.exec(said)?.[0] ?? '';
      const own = numbers.filter((number) => number.startsWith(letter));
      const plain = own.filter((number) => !/[a-z]$/.test(number));
      const lettered = own.filter((number) => /[a-z]$/.test(number));
      const gaps = plain.flatMap((number, index) =>
        index > 0 && toNumber(number) > toNumber(plain[index - 1]) + 1 ? [index] : [],
      );
      const ranges = [0, ...gaps].map((from, index) => `${plain[from]} to ${plain[(gaps[index] ?? plain.length) - 1]}`);
      const expected = [...(word === 'decision' ? [`${plain[0]} to ${plain.at(-1)}`] : ranges), ...lettered].join(', ');
      assert.equal(said.replace(', the letter may be left out', ''), expected);
    });
  }
});

const toNumber = (rule = ''): number => Number(rule.replaceAll(/\D/g, ''));

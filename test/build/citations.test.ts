import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrokenCitations, readRules } from '../../build/checking/citations.ts';
import { projectFolder } from '../../build/project.ts';
import { runInProject } from './support.ts';

// A small set of rules; the gap at 4 of core is intended.
const rules = {
  'src/contract/rules/core.md': `# Core

## Behaviour

### Errors

- **1.** Every error has a body.
- **2.** As rule 1; rules 3 and 5 say more (decision 1).
- **3.** Short.

  | a | b |
  |---|---|

- **5.** Long (core, Enums).
- **15a.** Later.

## Enums

| enum | values |
|---|---|
| Feature | forums |
`,
  'src/contract/rules/libraries.md': '# Libraries\n\n- **P1.** Calls.\n- **P2.** More calls.\n- **Q1.** Items.\n',
  'src/contract/rules/moderation.md': '# Moderation\n\n- **A1.** Settings.\n- **M1.** States.\n- **M2.** Words.\n',
  'src/contract/rules/decisions.md': '# Decisions\n\n- **1.** One.\n- **2.** Two (core rule 1).\n- **3.** Three.\n',
};

/** Finds broken citations in a project of the rules above and these files, each as `file:line: citation: reason`. */
function describeBrokenCitations(files: Record<string, string>): string[] {
  return runInProject({ ...rules, ...files }, (project) =>
    findBrokenCitations(project).map(({ file, line, citation, reason }) => `${file}:${line}: ${citation}: ${reason}`),
  );
}

/** Returns a source file with these words in a comment on its second line. */
const writeSource = (words: string) => `export {};\n/** ${words} */\n`;

const validCitations: [string, string][] = [
  ['a rule', 'Rejects it (core rule 1).'],
  ['a rule with a letter', 'In the order of core rule 15a.'],
  ['a rule at the beginning of a sentence', 'Core rule 2: nothing is stored.'],
  ['several rules', 'Rejects it (core rules 1, 3 and 5).'],
  ['two rules', 'Rejects it (core rule 1 or 3).'],
  ['a range with a gap inside', 'Rejects it (core rules 2 to 5).'],
  ['a range with a hyphen', 'Rejects it (moderation rules M1-M2).'],
  ['a range in a list', 'Rejects it (core rules 1, 2 to 3 and 15a).'],
  ['the area behind the numbers', 'What rules 1 and 2 of core do not allow.'],
  ['both words for moderation', 'Rejects it (admin rule A1, moderation rule M2).'],
  ['the phone without its letter', 'Rings (phone rule 1, libraries rule P2, phone rule P2).'],
  ['decisions', 'Decision 1: sends no notification (decisions 2 and 3).'],
  ['two areas in one parenthesis', 'Rejects it (core rules 1 and 2, moderation rule M1; decision 3).'],
  ['a section', 'Parts of it (core, Enums).'],
  ['what a section speaks of, in any letter case', 'Parts of it (core, Enums: feature).'],
  ['a section after a rule', 'Parts of it (core rule 1; core, Errors).'],
  ['a citation over two lines', 'Rejects it (core\n * rules 1,\n * 2 and 3).'],
];

for (const [what, words] of validCitations) {
  test(`${what} can be cited`, () => {
    assert.deepEqual(describeBrokenCitations({ 'src/a.ts': writeSource(words) }), []);
  });
}

const brokenCitations: [string, string, string][] = [
  ['a rule that its area has not', '(core rule 4)', 'core rule 4: core.md has no 4'],
  ['one of several rules', '(core rules 1, 9 and 3)', 'core rules 1, 9 and 3: core.md has no 9'],
  ['a range without its first', '(core rules 4 to 5)', 'core rules 4 to 5: core.md has no 4'],
  ['a range without its last', '(core rules 1 to 4)', 'core rules 1 to 4: core.md has no 4'],
  ['a range without both ends', '(core rules 7-9)', 'core rules 7-9: core.md has no 7; core.md has no 9'],
  ['a range that runs backwards', '(core rules 5 to 2)', 'core rules 5 to 2: 5 comes after 2'],
  ['a letter of another part', '(phone rule Q1)', 'phone rule Q1: libraries.md has no PQ1'],
  ['a decision that was not taken', '(decisions 2 and 8)', 'decisions 2 and 8: decisions.md has no 8'],
  ['a section without such a heading', '(core, Routes)', "core, Routes: core.md has no section 'Routes'"],
  [
    'what a section does not speak of',
    '(core, Enums: Colour)',
    "core, Enums: Colour: section 'Enums' of core.md does not speak of 'Colour'",
  ],
  ['a section of an unknown area', '(photos, Enums)', "photos, Enums: 'photos' is no area"],
  ['a section of the specification', '(specification, Limits)', "specification, Limits: 'specification' is no area"],
  [
    'the specification',
    'Within its limits, as the specification says.',
    'the specification: a specification is nothing to cite; cite a rule or decision',
  ],
];

for (const [what, words, complaint] of brokenCitations) {
  test(`${what} is reported as broken`, () => {
    assert.deepEqual(describeBrokenCitations({ 'src/a.ts': writeSource(words) }), [`src/a.ts:2: ${complaint}`]);
  });
}

const noAreaReason = 'it names no area, which is one of core, libraries, moderation, phone, admin';

test('a citation without an area, or with an unknown one, is broken', () => {
  assert.deepEqual(
    describeBrokenCitations({
      'src/a.ts': writeSource('(rules M1 and M2) and (photos rule 3), see specification rule 1'),
    }),
    [
      `src/a.ts:2: rules M1 and M2: ${noAreaReason}`,
      `src/a.ts:2: photos rule 3: ${noAreaReason}`,
      `src/a.ts:2: specification rule 1: ${noAreaReason}`,
    ],
  );
});

test('inside a file of rules a number without an area is one of that file', () => {
  const own = {
    'src/contract/rules/libraries.md': '# Libraries\n\n- **P1.** As rule P2.\n- **Q1.** As rules P1 and 1.\n',
  };
  assert.deepEqual(describeBrokenCitations({ ...own, 'src/contract/rules/README.md': '# Rules\n\nAs rule 1.\n' }), [
    `src/contract/rules/README.md:3: As rule 1: ${noAreaReason}`,
    'src/contract/rules/libraries.md:3: As rule P2: libraries.md has no P2',
    'src/contract/rules/libraries.md:4: As rules P1 and 1: libraries.md has no 1',
  ]);
});

test('a citation is reported with the line on which it begins', () => {
  const text = `export const a = 1;\n\n/**\n * Rejects it (core\n * rules 1,\n * 9).\n */\n`;
  assert.deepEqual(describeBrokenCitations({ 'src/a.ts': text }), ['src/a.ts:4: core rules 1, 9: core.md has no 9']);
});

test('checks comments in src, test and build, also at the end of lines, and markdown', () => {
  const files = {
    'README.md': 'A line.\n\nAs core rule 9 says.\n',
    'build/a.ts': ['const a = 1;', '//', 'core rule 9\n'].join(' '),
    'src/README.md': 'As core rule 9 says.\n',
    'src/a.ts': '// core\n// rule 9\n',
    'test/a.ts': 'const a = {\n  b: 1,\n  // core rule 9\n};\n',
  };
  assert.deepEqual(
    describeBrokenCitations(files).map((lost) => lost.replace(': core rule 9: core.md has no 9', '')),
    ['README.md:3', 'build/a.ts:1', 'src/README.md:1', 'src/a.ts:1', 'test/a.ts:3'],
  );
});

test('ordinary prose with the same words isn’t a citation', () => {
  assert.deepEqual(
    describeBrokenCitations({
      'src/a.ts': writeSource('The rules of one kind; 3 rules, a decision of 1999; core, in short.'),
    }),
    [],
  );
});

test('ignores code, strings and build output', () => {
  const text = "const rule = 9;\nconst title = 'core rule 9';\n";
  const left = writeSource('core rule 9');
  assert.deepEqual(describeBrokenCitations({ 'src/a.ts': text, 'build/out/a.ts': left, 'build/cache/a.ts': left }), []);
});

test('comments on two sides of code are not read as one', () => {
  assert.deepEqual(
    describeBrokenCitations({ 'src/a.ts': '/** Rejects it: core rules 1 and */\nconst a = 1;\n// 9 of them\n' }),
    [],
  );
});

/** Numbers of removed rules; all other numbers up to the last one exist. */
const removedRules: Readonly<Record<string, readonly string[]>> = {
  schedule: ['103', '104', '105', '106', '107', '108'],
  libraries: ['G2', 'G3', 'G4', 'G7', 'Q21'],
  moderation: ['G2', 'G3', 'G4'],
};

/** Removes the letter from a number, since `15a` comes after `15`. */
const removeLetter = (number: string): string => number.replace(/[a-z]$/, '');

for (const [file, { numbers }] of readRules(projectFolder)) {
  test(`${file}.md has every rule once, in the order of the numbers`, () => {
    const plain = [...new Set(numbers.map(removeLetter))];
    const parts = Map.groupBy(plain, (number) => number.replaceAll(/\d/g, ''));
    const expected = [...parts].flatMap(([letter, ofPart]) => {
      const last = Number(ofPart.at(-1)?.slice(letter.length));
      return Array.from({ length: last }, (_, index) => `${letter}${index + 1}`);
    });
    assert.deepEqual(
      plain,
      expected.filter((number) => !removedRules[file]?.includes(number)),
    );
    assert.deepEqual(numbers.length, new Set(numbers).size);
    for (const [index, number] of numbers.entries())
      if (number !== removeLetter(number)) assert.equal(removeLetter(numbers[index - 1] ?? ''), removeLetter(number));
  });
}

test('the rules themselves have no broken citations', () => {
  const lost = findBrokenCitations(projectFolder).filter(({ file }) => file.startsWith('src/contract/rules/'));
  assert.deepEqual(lost, []);
});

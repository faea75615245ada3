// `npm run examples [-- FILE…]`: runs tests, records their requests and responses, and selects an example of each call
// for the OpenAPI document. Without files it runs all behaviour tests; with files, examples of other calls stay
// unchanged.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Example, Examples } from '../../src/http/description/operations.ts';
import type { Exchange } from '../../test/support/examples.ts';
import { projectFolder, say } from '../project.ts';

const file = join(projectFolder, 'assets', 'examples.json');
const maxCharacters = 700;

function runTests(folder: string, files: readonly string[]): void {
  process.env.EXAMPLES_FOLDER = folder;
  const { status } = spawnSync(process.execPath, [...process.execArgv, '--test', ...files], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) say('some tests failed; the exchanges of the others still count');
}

const readExchanges = (folder: string): Exchange[] =>
  readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Exchange);

/** Ids and tokens differ in each run, so they are replaced by counters: the same tests produce the same examples. */
function normalizeExchange({ operation, ...exchange }: Exchange): { operation: string; text: string } {
  const ids = new Map<string, string>();
  const count = (id: string) => {
    const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  const text = JSON.stringify(exchange)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, (id) => count(id.toLowerCase()))
    .replace(/("token":")[^"]*/g, '$1the-token-of-this-login')
    .replace(/("recoveryKey":")[^"]*/g, '$1seven words that no one else knows by heart');
  return { operation, text: replaceTestNames(text) };
}

const exampleNames = ['ada', 'grace', 'linus', 'edith', 'alan', 'maya', 'otto', 'nora', 'ivan', 'lena'];

/** Usernames made for a test describe the test; an example shows names of people. */
function replaceTestNames(text: string): string {
  const made = new Set([...text.matchAll(/"username":"([a-z]+(?:-[a-z0-9]+)+)"/g)].map(([, name = '']) => name));
  return [...made].reduce(
    (replaced, name, index) =>
      replaced.replace(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'), exampleNames[index] ?? `passenger-${index}`),
    text,
  );
}

/** Pictures, and texts that only reach a limit or consist of unusual characters or markup, make poor examples. */
const poorExamplePattern = /([^0]{1,6})\1{7}|\\[ubtr]|[^ -~‘’“”…–é]|<\w|zq|\[\{\}|[A-Za-z0-9+/]{100}/;

/** Prefers examples in which people say something. */
const countSentences = (text: string): number =>
  Math.min(2, text.match(/"[A-Z][^"\\]* [^"\\]* [^"\\]*[.?!]"/g)?.length ?? 0);

/** Tests search for this word wherever a secret may appear, including the API document. */
const secretWordPattern = /xyzzy/;

/** Chooses the most informative example within the size limit; if several are equal, the first alphabetically. */
function chooseExample(texts: readonly string[]): string | undefined {
  const short = texts.filter(
    (text) => text.length <= maxCharacters && !poorExamplePattern.test(text) && !secretWordPattern.test(text),
  );
  return short.sort(
    (one, other) => countSentences(other) - countSentences(one) || other.length - one.length || (one < other ? -1 : 1),
  )[0];
}

function chooseExamples(exchanges: readonly Exchange[]): Examples {
  const byOperation = Map.groupBy(exchanges.map(normalizeExchange), ({ operation }) => operation);
  const chosen = [...byOperation].flatMap(([operation, all]): [string, Example][] => {
    const text = chooseExample(all.map((one) => one.text));
    return text === undefined ? [] : [[operation, JSON.parse(text)]];
  });
  return Object.fromEntries(chosen);
}

/** Writes one line per call. */
function writeExamples(examples: Examples): void {
  const lines = Object.entries(examples)
    .filter(([, { request, response }]) => request !== undefined || response !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([operation, example]) => `${JSON.stringify(operation)}: ${JSON.stringify(example)}`);
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
  say(`${lines.length} calls have an example; npm run openapi puts them into the document`);
}

const files = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'gangway-examples-'));
try {
  const all = ['test/core/**/*.test.ts', 'test/features/**/*.test.ts', 'test/staff/**/*.test.ts'];
  runTests(folder, files.length > 0 ? files : all);
  const known: Examples = files.length > 0 && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeExamples({ ...known, ...chooseExamples(readExchanges(folder)) });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

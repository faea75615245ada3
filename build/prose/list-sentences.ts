// `npm run sentences`: every sentence that people can be shown, by folder, with file and line, in build/out/sentences.txt.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles, projectFolder, say } from '../project.ts';
import { readProse } from './read-prose.ts';

const outputFile = join(projectFolder, 'build', 'out', 'sentences.txt');
/** Samples and manuals, of which every line is for readers. */
const documents = ['assets/public', 'assets/crew', 'assets/authors/README.md', 'assets/deploy/README.md'];

interface Sentence {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

// A word that begins like a sentence or label, or several words; not a path, a query, a class or an identifier.
const isForPeople = (text: string): boolean =>
  /^(?:[A-Z][a-z]+\b|.*[A-Za-z’']+[,.:;!?]? [A-Za-z])/s.test(text) &&
  !/^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|DROP|PRAGMA|FROM|WHERE|AND|ORDER|JOIN|LEFT|VALUES|SET|ON|GROUP)\b/.test(
    text,
  ) &&
  !/^[./#@]|^\w+[-/][\w/-]+$|^[A-Z]\w*[a-z][A-Z]\w*$/.test(text);

const normalizeSpaces = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

function listInSources(): Sentence[] {
  return listFiles(projectFolder, 'src')
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      readProse(readFileSync(join(projectFolder, file), 'utf8'))
        .filter(({ kind }) => kind === 'text')
        .map(({ text, line }) => ({ file, line, text: normalizeSpaces(text) })),
    )
    .filter(({ text }) => isForPeople(text));
}

function listInDocuments(): Sentence[] {
  const files = documents.flatMap((path) => (path.endsWith('.md') ? [path] : listFiles(projectFolder, path)));
  return files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      readFileSync(join(projectFolder, file), 'utf8')
        .split('\n')
        .map((text, index) => ({ file, line: index + 1, text: text.trim() })),
    )
    .filter(({ text }) => text.length > 0);
}

const sentences = [...listInSources(), ...listInDocuments()];
mkdirSync(dirname(outputFile), { recursive: true });
writeFileSync(outputFile, sentences.map(({ file, line, text }) => `${file}:${line}  ${text}\n`).join(''));
const counts = new Map<string, number>();
for (const { file } of sentences) {
  const area = file
    .split('/')
    .slice(0, file.startsWith('src/') ? 3 : 2)
    .join('/');
  const folder = /\.\w+$/.test(area) ? dirname(area) : area;
  counts.set(folder, (counts.get(folder) ?? 0) + 1);
}
for (const [folder, count] of counts) say(`${String(count).padStart(5)}  ${folder}`);
say(`${String(sentences.length).padStart(5)}  in ${outputFile}`);

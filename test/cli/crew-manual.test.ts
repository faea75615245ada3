import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { listManual, readManual } from '#config/crew-manual.ts';
import { locateEmbedded } from '#platform/machine/embedded-files.ts';
import { listFiles, projectFolder } from '../../build/project.ts';
import { createShip } from './support.ts';

const pages = listManual().map(({ topic }) => ({ topic, text: readManual(topic) }));

/** Lines of the command blocks on all pages, in reading order. */
const commandLines = pages.flatMap(({ text }) =>
  [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.trim().split('\n')),
);
const splitCommand = (line: string): string[] => line.replace(/^(sudo )?gangway /, '').split(' ');
const commands = commandLines.filter((line) => /^(sudo )?gangway /.test(line));

/** Commands that prompt, need a second machine or run until they're stopped; test/cli and test/spare run these. */
const runElsewhere = [
  'gangway serve',
  'sudo gangway service install --env production',
  'gangway spare pair',
  'gangway spare run http://SERVER:8081',
  'gangway spare status',
  'gangway spare run http://LAPTOP:8081',
  'gangway promote',
];

describe("the crew's manual", () => {
  test('every other line of its commands prepares a shell', () => {
    assert.deepEqual(
      [...new Set(commandLines.filter((line) => !commands.includes(line)))],
      ['mkdir -p /srv/gangway && cd /srv/gangway', 'export VAPOR_ENV=production DATA_DIR=/srv/gangway/data'],
    );
  });

  test('names only commands and options that exist', async () => {
    const ship = createShip();
    const mentioned = pages.flatMap(({ text }) =>
      [...text.matchAll(/`gangway ([a-z][^`]*)`/g)].map(([, words = '']) => words),
    );
    const uses = [...mentioned.map((words) => words.split(' ')), ...commands.map(splitCommand)];
    const helps = new Map<string, string>();
    const getHelp = async (path: string): Promise<string> => {
      const known = helps.get(path) ?? (await ship.run([...path.split(' '), '--help'])).stdout;
      helps.set(path, known);
      return known;
    };
    for (const [name = '', ...words] of uses) {
      const general = await getHelp(name);
      const [sub = ''] = words;
      const isGroup = general.includes('\nCommands:');
      if (isGroup) assert.match(general, new RegExp(`^ {2}${sub}\\b`, 'm'), `${name} ${sub}`);
      const help = isGroup ? await getHelp(`${name} ${sub}`) : general;
      assert.match(help, new RegExp(`^Usage: gangway ${name}`), name);
      for (const option of words.filter((word) => word.startsWith('--')))
        assert.ok(help.includes(option), `${name} ${option}`);
    }
    assert.ok(helps.size > 15);
  });

  test('quotes messages as the program words them', () => {
    const sources = listFiles(projectFolder, 'src').map((file) => readFileSync(join(projectFolder, file), 'utf8'));
    const program = sources.join('\n').replace(/['"`] \+\s*['"`]/g, '');
    const headings = [...readManual('trouble').matchAll(/^- \*\*(.*?)\*\*/gm)].map(([, heading = '']) => heading);
    const quotes = headings.flatMap((heading) => [...heading.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote));
    assert.ok(quotes.length > 20);
    const parts = quotes.flatMap((quote) => quote.split('…').map((part) => part.trim()));
    assert.deepEqual(
      parts.filter((part) => !program.includes(part)),
      [],
    );
  });

  test('works, command by command', async () => {
    const ship = createShip({ VAPOR_ENV: 'production', ADMIN_PASSWORD: 'sextant-lantern-rail' });
    layOutFiles(ship.folder);
    const left: string[] = [];
    let service: Awaited<ReturnType<typeof ship.serve>> | undefined;
    for (const line of commands) {
      if (line === 'gangway serve') service = await ship.serve();
      if (runElsewhere.includes(line)) {
        left.push(line);
        continue;
      }
      const isRestore = line.startsWith('gangway restore');
      if (isRestore) await service?.end('SIGTERM');
      const words = splitCommand(line).map((word) => word.replace('/media/usb', join(ship.folder, 'usb')));
      const { code, stdout, stderr } = await ship.run(words);
      // Without backups and an address for phones, the server reports something to fix.
      assert.ok(
        code === 0 || (words[0] !== undefined && ['status', 'ready'].includes(words[0]) && code === 1),
        `${line}: ${code}\n${stdout}${stderr}`,
      );
      if (isRestore) service = await ship.serve();
    }
    await service?.end('SIGTERM');
    assert.deepEqual(left, runElsewhere);
  });

  test('is printed by topic, and lists its topics', async () => {
    const ship = createShip();
    const { stdout } = await ship.run(['help']);
    for (const { topic, text } of pages) {
      assert.match(stdout, new RegExp(`^ {2}${topic} +\\S`, 'm'));
      assert.equal((await ship.run(['help', topic])).stdout, text);
    }
    assert.match((await ship.run(['help', 'backup'])).stdout, /^Usage: gangway backup/);
    const { code, stderr } = await ship.run(['help', 'knots']);
    assert.equal(code, 2);
    assert.match(stderr, /Unknown topic or command 'knots'/);
  });

  test('has a page for every file', () => {
    const files = readdirSync(locateEmbedded('assets/crew')).sort();
    assert.deepEqual(files, pages.map(({ topic }) => `${topic}.md`).sort());
  });
});

/** Creates the files that the commands name, where they expect them. */
function layOutFiles(folder: string): void {
  const samples = {
    'time-zone-changes.txt': 'time-zone-changes.txt',
    'schedule.ics': 'schedule.ics',
    'registration-codes.txt': 'registration-codes.txt',
    'GamesCatalog.json': 'test-GamesCatalog.json',
    'KaraokeSongCatalog.txt': 'test-KaraokeSongCatalog.txt',
  };
  for (const [name, sample] of Object.entries(samples)) {
    copyFileSync(locateEmbedded(`assets/samples/${sample}`), join(folder, name));
  }
  mkdirSync(join(folder, 'usb'));
}

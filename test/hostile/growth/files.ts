import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readClientsFile } from '#core/accounts/clients-file.ts';
import { readRegistrationCodeFile } from '#core/accounts/registration-code.ts';
import { matchEntries } from '#core/catalogues/match-entries.ts';
import { readTimeZoneFile } from '#core/ship-time/time-zone-file.ts';
import { readGames } from '#features/boardgames/catalogue-file.ts';
import { readSongs } from '#features/karaoke/catalogue-file.ts';
import { createSortedSongs } from '#features/karaoke/sorted-songs.ts';
import { maxRows, readLinkEntries } from '#features/performers/links/read-link-rows.ts';
import { readCalendar } from '#features/schedule/calendar-files/read-calendar.ts';
import { NotAMovie, readMovie } from '#platform/files/read-movie.ts';
import { removeMetadata } from '#platform/pictures/picture-metadata.ts';
import { unpackUserFile } from '#staff/user-file/unpack.ts';
import { zipOf } from '../../support/zip.ts';
import { type Input, repeatToSize } from './measure.ts';

/** Files may have up to 20 MiB; smaller ones are enough to show growth. */
const longestText = 256 * 1024;
const mebibyte = 1024 * 1024;

/** Songs are written to a database. */
const longestSongs = 64 * 1024;

const countItems = (size: number, bytesOfEach: number): number => Math.floor(size / bytesOfEach);
const joinNumbered = (amount: number, item: (index: number) => string): string =>
  Array.from({ length: amount }, (_, index) => item(index)).join('');

const timeLines = 'DTSTART:20250302T180000Z\r\nDTEND:20250302T190000Z\r\n';
const buildEvent = (lines: string, uid = 'one'): string =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\n${timeLines}${lines}END:VEVENT\r\n`;
const buildCalendar = (events: string): string => `BEGIN:VCALENDAR\r\n${events}END:VCALENDAR\r\n`;

const calendars: Readonly<Record<string, (size: number) => string>> = {
  'many events': (size) =>
    buildCalendar(joinNumbered(countItems(size, 120), (index) => buildEvent('SUMMARY:a\r\n', `uid ${index}`))),
  'one event again and again': (size) => buildCalendar(buildEvent('SUMMARY:a\r\n').repeat(countItems(size, 120))),
  'a long title': (size) => buildCalendar(buildEvent(`SUMMARY:${repeatToSize('a', size)}\r\n`)),
  'escapes in a text': (size) =>
    buildCalendar(buildEvent(`SUMMARY:a\r\nDESCRIPTION:${repeatToSize('\\,\\n\\;', size)}\r\n`)),
  'entities in a text': (size) =>
    buildCalendar(buildEvent(`SUMMARY:a\r\nDESCRIPTION:${repeatToSize('&amp;', size)}\r\n`)),
  'a folded text': (size) =>
    buildCalendar(buildEvent(`SUMMARY:a\r\nDESCRIPTION:a\r\n${repeatToSize(' a\r\n', size - (size % 4))}`)),
  'values of a property': (size) =>
    buildCalendar(buildEvent(`SUMMARY:a\r\nCATEGORIES:${repeatToSize('a,', size)}\r\n`)),
  'parameters of a property': (size) =>
    buildCalendar(
      buildEvent(`SUMMARY${repeatToSize(';X=a', Math.min(size, 1000))}:a\r\n`.repeat(countItems(size, 1000))),
    ),
  'quoted parameters': (size) => buildCalendar(buildEvent(`SUMMARY;X=${repeatToSize('"a",', size)}:a\r\n`)),
  'parameters without an end': (size) => buildCalendar(buildEvent(`SUMMARY;${repeatToSize('"', size)}\r\n`)),
  'nested blocks': (size) =>
    buildCalendar(buildEvent(`SUMMARY:a\r\n${'BEGIN:VALARM\r\nEND:VALARM\r\n'.repeat(countItems(size, 26))}`)),
  'unknown properties': (size) =>
    buildCalendar(buildEvent(`SUMMARY:a\r\n${joinNumbered(countItems(size, 10), (index) => `X-${index}:a\r\n`)}`)),
  'line ends of old systems': (size) => buildCalendar(buildEvent(`SUMMARY:a\r\n${repeatToSize('X:a\r', size)}\r\n`)),
  'blanks after a time': (size) =>
    buildCalendar(buildEvent(`SUMMARY:a\r\nDTSTART:20250302T180000Z${repeatToSize(' ', size)}x\r\n`)),
};

const buildZoneLine = (index: number): string =>
  `2025${String(1000 + (index % 200))
    .slice(1)
    .padStart(4, '0')}T050000Z\tEST\tAmerica/New_York\n`;

/** Content of text files, and the functions that read it. */
const textReaders: Readonly<
  Record<string, readonly [read: (text: string) => unknown, build: (size: number) => string]>
> = {
  'registration codes': [
    readRegistrationCodeFile,
    (size) => joinNumbered(countItems(size, 7), (index) => `${String(index).padStart(6, 'a')}\n`),
  ],
  'lines that are no registration codes': [readRegistrationCodeFile, (size) => repeatToSize('no code\n', size)],
  'one long registration code': [readRegistrationCodeFile, (size) => repeatToSize('a ', size)],
  'time zones': [readTimeZoneFile, (size) => joinNumbered(countItems(size, 40), buildZoneLine)],
  'lines that are no time zones': [readTimeZoneFile, (size) => repeatToSize('a\tb\n', size)],
  'tabs in a line of time zones': [readTimeZoneFile, (size) => repeatToSize('\t', size)],
  songs: [
    (text) => readSongs(text, createSortedSongs()),
    (size) => joinNumbered(countItems(size, 20), (index) => `Artist ${index}\tTitle ${index}\n`),
  ],
  'one song again and again': [
    (text) => readSongs(text, createSortedSongs()),
    (size) => repeatToSize('Artist\tTitle\n', size),
  ],
  'tabs in a line of songs': [(text) => readSongs(text, createSortedSongs()), (size) => repeatToSize('a\t', size)],
  boardgames: [
    readGames,
    (size) =>
      `[${joinNumbered(countItems(size, 40), (index) => `{"gameName":"Game ${index}","numCopies":1},`)}{"gameName":"a","numCopies":1}]`,
  ],
  'words of a boardgame': [
    readGames,
    (size) => `[{"gameName":"a","numCopies":1,"categories":[${repeatToSize('"a",', size)}"a"]}]`,
  ],
};

interface FileReader {
  readonly name: string;
}

/** Lists of items, and the functions that read them; sizes are numbers of items. */
const listReaders: Readonly<Record<string, readonly [limit: number, prepare: (size: number) => () => unknown]>> = {
  'things of one name in a catalogue': [
    100_000,
    (size) => {
      const make = (): FileReader[] => Array.from({ length: size }, () => ({ name: 'one' }));
      const [present, entries] = [make(), make()];
      return () => matchEntries({ present, departed: [] }, entries);
    },
  ],
  'rows of links in a workbook': [
    maxRows,
    (size) => {
      const row = ['Saturday', '7:00 pm', '', '', '', '', 'Concert', '', '', repeatToSize('A, ', 1000)];
      const rows = [
        ['Day', 'Start', '', '', '', '', 'EventName', '', '', 'Featuring'],
        ...Array.from({ length: size }, () => row),
      ];
      return () => readLinkEntries([{ name: 'Full Schedule', rows }]);
    },
  ],
};

const pngHead = Buffer.from('89504e470d0a1a0a', 'hex');
const gifHead = Buffer.from(`GIF89a${'\u0001\u0000\u0001\u0000\u0000\u0000\u0000'}`, 'latin1');
const pictures: Readonly<Record<'png' | 'gif' | 'webp', (size: number) => Buffer>> = {
  png: (size) => {
    const chunk = Buffer.from('\u0000\u0000\u0000\u0000tEXt\u0000\u0000\u0000\u0000', 'latin1');
    const end = Buffer.from('\u0000\u0000\u0000\u0000IEND\u0000\u0000\u0000\u0000', 'latin1');
    return Buffer.concat([pngHead, ...Array.from({ length: countItems(size, 12) }, () => chunk), end]);
  },
  gif: (size) =>
    Buffer.concat([gifHead, Buffer.from('\x21\xfe\x01a\x00'.repeat(countItems(size, 5)), 'latin1'), Buffer.from(';')]),
  webp: (size) => {
    const chunks = Buffer.from('EXIF\u0002\u0000\u0000\u0000aa'.repeat(countItems(size, 10)), 'latin1');
    const head = Buffer.from('RIFF\u0000\u0000\u0000\u0000WEBP', 'latin1');
    head.writeUInt32LE(chunks.length + 4, 4);
    return Buffer.concat([head, chunks]);
  },
};

/** One box of an MP4 file. */
function buildBox(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Returns a video whose description consists of as many boxes as fit. */
const buildMovieOfBoxes = (size: number): Buffer =>
  Buffer.concat([
    buildBox('ftyp', Buffer.alloc(8)),
    buildBox(
      'moov',
      Buffer.concat(
        Array.from({ length: countItems(size, 24) }, () =>
          buildBox('trak', buildBox('mdia', buildBox('hdlr', Buffer.alloc(0)))),
        ),
      ),
    ),
    buildBox('mdat', Buffer.alloc(8)),
  ]);

async function readAnyMovie(path: string): Promise<void> {
  try {
    await readMovie(path);
  } catch (error) {
    if (!(error instanceof NotAMovie)) throw error;
  }
}

/** Lists everything that reads an external file; the files are written to `folder`. */
export function listFiles(folder: string): Input[] {
  const store = (name: string, content: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  return [
    ...Object.entries(calendars).map(([name, build]) => ({
      name: `calendar: ${name}`,
      limit: longestText,
      prepare: (size: number) => {
        const text = build(size);
        return () => readCalendar(text, 'America/New_York');
      },
    })),
    ...Object.entries(textReaders).map(([name, [read, build]]) => ({
      name: `file: ${name}`,
      limit: name.includes('song') ? longestSongs : longestText,
      prepare: (size: number) => {
        const text = build(size);
        return () => read(text);
      },
    })),
    ...Object.entries(listReaders).map(([name, [limit, prepare]]) => ({ name: `file: ${name}`, limit, prepare })),
    ...(['png', 'gif', 'webp'] as const).map((format) => ({
      name: `picture: parts of a ${format}`,
      limit: 2 * mebibyte,
      prepare: (size: number) => {
        const bytes = pictures[format](size);
        return () => removeMetadata(bytes, format);
      },
    })),
    {
      name: 'video: boxes of its description',
      limit: mebibyte - 1000,
      prepare: (size) => {
        const path = store(`movie-${size}`, buildMovieOfBoxes(size));
        return () => readAnyMovie(path);
      },
    },
    {
      name: 'zip: files',
      limit: 800,
      prepare: async (size) => {
        const names = Array.from({ length: size }, (_, index) => [`top/file ${index}`, 'x'] as const);
        const zip = await zipOf({ 'top/userfile.json': '{}', ...Object.fromEntries(names) }, false);
        const path = store(`zip-${size}`, zip);
        return () => unpackUserFile(path, mkdtempSync(join(folder, 'unpacked-')));
      },
    },
    {
      name: 'file: service accounts',
      limit: longestText,
      prepare: (size) => {
        const path = store(
          `clients-${size}`,
          joinNumbered(countItems(size, 25), (index) => `client${index}:password:key\n`),
        );
        return () => readClientsFile(path);
      },
    },
  ];
}

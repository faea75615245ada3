import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { createWorkbookReader, WorkbookRejected } from '#platform/workbooks/workbook-reader.ts';
import { createSheet, createWorkbook, createWorkbookFiles } from '../support/workbooks.ts';

const reader = createWorkbookReader();
const readWorkbook = (file: Uint8Array) => reader.read({ file, maxRows: 5_000, maxColumns: 4 });

test('the cells of all sheets are read as texts, up to the column limit', async () => {
  const rows = [['Day', 'Start', '', 'Who'], [], ['Mon', '8:00pm', 'An <Evening> & more', '“Zoë”', 'too much']];
  assert.deepEqual(await readWorkbook(createWorkbook({ 'Full Schedule': rows, Notes: [['x']] })), [
    {
      name: 'Full Schedule',
      rows: [
        ['Day', 'Start', '', 'Who'],
        ['', '', '', ''],
        ['Mon', '8:00pm', 'An <Evening> & more', '“Zoë”'],
      ],
    },
    { name: 'Notes', rows: [['x']] },
  ]);
});

/** A text that compresses to almost nothing. */
const repetitiveText = 'x'.repeat(40 * 1024 * 1024);
const buildCell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
const buildSheetBody = (sheetData: string) =>
  createSheet([]).replace('<sheetData></sheetData>', `<sheetData>${sheetData}</sheetData>`);
const zipOf = (sheet: string, more: Record<string, Uint8Array> = {}) =>
  zipSync({ ...createWorkbookFiles({ 'Full Schedule': sheet }), ...more });

/** Returns a file that claims to be small once unpacked, and isn't. */
function createZipBomb(): Uint8Array {
  const file = Buffer.from(zipOf(buildSheetBody(repetitiveText)));
  for (let at = file.indexOf('PK\u0001\u0002'); at >= 0; at = file.indexOf('PK\u0001\u0002', at + 4))
    file.writeUInt32LE(Math.min(1_000, file.readUInt32LE(at + 24)), at + 24);
  return file;
}

const nestedEntities = Array.from(
  { length: 12 },
  (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
);
const rejectedFiles: Record<string, () => Uint8Array> = {
  nothing: () => new Uint8Array(),
  'a text': () => Buffer.from('no workbook at all'),
  'half a workbook': () => createWorkbook({ 'Full Schedule': [['a', 'b']] }).subarray(0, 300),
  'an archive of something else': () => zipSync({ 'a.txt': strToU8('x') }),
  'a sheet that is no XML': () => zipOf('nonsense <<<'),
  'a bomb': () => zipOf(buildSheetBody(buildCell('A1', repetitiveText))),
  'a zip bomb next to the sheets': () => zipOf(createSheet([['a']]), { 'xl/media/x.bin': strToU8(repetitiveText) }),
  'a bomb that lies about its size': createZipBomb,
  'more files than any workbook has': () =>
    zipOf(
      createSheet([['a']]),
      Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`x/${index}.xml`, strToU8('x')])),
    ),
  'a billion rows': () => zipOf(buildSheetBody(`<row r="1000000000">${buildCell('A1000000000', 'x')}</row>`)),
  'rows without end': () => zipOf(buildSheetBody('<row><c t="n"><v>1</v></c></row>'.repeat(900_000))),
  'columns without end': () => zipOf(buildSheetBody(`<row r="1">${buildCell('ZZZZZZ1', 'x')}</row>`)),
  'elements in elements': () => zipOf(buildSheetBody('<a>'.repeat(8_000_000))),
};

// The process that reads a workbook has a second of CPU time; on a busy machine that takes longer by the clock.
describe('rejects broken and hostile files', () => {
  for (const [what, make] of Object.entries(rejectedFiles)) {
    test(what, async () => {
      await assert.rejects(readWorkbook(make()), WorkbookRejected);
    });
  }

  test('entities aren’t expanded, however deeply nested', async () => {
    const doctype = `<!DOCTYPE x [<!ENTITY e0 "${'lol'.repeat(10)}">${nestedEntities.join('')}]>`;
    const sheet = buildSheetBody(`<row r="1">${buildCell('A1', '&e12;')}</row>`).replace('?>', `?>${doctype}`);
    const sheets = await readWorkbook(zipOf(sheet)).catch((error: unknown) => error);
    if (!(sheets instanceof WorkbookRejected)) assert.ok(JSON.stringify(sheets).length < 100);
  });
});

import { unzipSync } from 'fflate';
import readXlsxFile, { type CellValue } from 'read-excel-file/universal';
import { answerParent } from '../processes/answer-parent.ts';
import type { Answer, Sheet, Task } from './workbook-task.ts';

/** The program of a worker process: reads its parent's workbooks, and ends with it. */
export function readForParent(): void {
  answerParent(answer);
}

const unreadableMessage = "We can't read this file as a workbook. Save it again as .xlsx.";
const tooLarge = 'This workbook is too large when unpacked.';

/** Total uncompressed size in bytes. */
const maxUnpacked = 32 * 1024 * 1024;
const maxFiles = 1_000;

async function answer({ file, maxRows, maxColumns }: Task): Promise<Answer> {
  try {
    const bytes = new Uint8Array(file);
    if (!isSmallOnceUnpacked(bytes)) return { outcome: 'rejected', sentence: tooLarge };
    const sheets = await readXlsxFile(bytes.buffer);
    const longest = sheets.find(({ data }) => data.length > maxRows);
    if (longest) return { outcome: 'rejected', sentence: `A sheet can have up to ${maxRows} rows.` };
    return { outcome: 'read', sheets: sheets.map(({ sheet, data }) => toTexts(sheet, data, maxColumns)) };
  } catch {
    return { outcome: 'rejected', sentence: unreadableMessage };
  }
}

/** As declared by the file; one that lies about it runs into the time limit. */
function isSmallOnceUnpacked(bytes: Uint8Array): boolean {
  let [size, files] = [0, 0];
  unzipSync(bytes, {
    filter({ originalSize }) {
      size += originalSize;
      files += 1;
      return false;
    },
  });
  return size <= maxUnpacked && files <= maxFiles;
}

type Cell = CellValue<number> | null;

const maxCell = 2_000;

const toTexts = (name: string, data: readonly (readonly Cell[])[], maxColumns: number): Sheet => ({
  name,
  rows: data.map((row) => row.slice(0, maxColumns).map((cell) => toText(cell).slice(0, maxCell))),
});

/** A cell with a time of day has it on the first day of the workbook calendar. */
function toText(cell: Cell): string {
  if (!(cell instanceof Date)) return String(cell ?? '');
  const [hours, minutes] = [cell.getUTCHours(), String(cell.getUTCMinutes()).padStart(2, '0')];
  return `${hours % 12 || 12}:${minutes}${hours < 12 ? 'am' : 'pm'}`;
}

import { type Context, createOncePerInstance } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { createWorkbookReader, WorkbookRejected } from '#platform/workbooks/workbook-reader.ts';
import { type LinkEntry, maxColumns, maxRows, readLinkEntries } from './read-link-rows.ts';

const workbooks = createOncePerInstance(() => createWorkbookReader());

/** Reads a workbook of links in a separate process. Throws 400 if it isn't a workbook or is too expensive to read. */
export async function readWorkbook(context: Context, file: Buffer): Promise<LinkEntry[]> {
  try {
    return readLinkEntries(await workbooks(context).read({ file, maxRows, maxColumns }));
  } catch (error) {
    throw error instanceof WorkbookRejected ? malformed(error.message, 'unreadableFile') : error;
  }
}

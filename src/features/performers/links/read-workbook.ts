import { type Context, createOncePerInstance } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { createWorkbookReader, WorkbookRejected } from '#platform/workbooks/workbook-reader.ts';
import { type LinkEntry, maxColumns, maxRows, readLinkEntries } from './read-link-rows.ts';

const workbooks = createOncePerInstance(() => createWorkbookReader());

/** Reads a workbook of links in a process of its own. Throws 400 for what is no workbook or costs too much to read. */
export async function readWorkbook(context: Context, file: Buffer): Promise<LinkEntry[]> {
  try {
    return readLinkEntries(await workbooks(context).read({ file, maxRows, maxColumns }));
  } catch (error) {
    throw error instanceof WorkbookRejected ? malformed(error.message) : error;
  }
}

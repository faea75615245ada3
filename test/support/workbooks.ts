import { strToU8, type Zippable, zipSync } from 'fflate';

/** The rows of a sheet, from the first; empty cells are absent from the file. */
export type Rows = readonly (readonly string[])[];

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';

/** Returns the XML of a sheet. */
export function createSheet(rows: Rows): string {
  const cells = (row: readonly string[], number: number) =>
    row.map((text, column) =>
      text === ''
        ? ''
        : `<c r="${String.fromCharCode(65 + column)}${number}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`,
    );
  const lines = rows.map((row, index) => `<row r="${index + 1}">${cells(row, index + 1).join('')}</row>`);
  return `${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** Returns the files of an `.xlsx` with these sheets' XML. */
export function createWorkbookFiles(sheets: Readonly<Record<string, string>>): Zippable {
  const names = Object.keys(sheets);
  const relation = (index: number, target: string, type: string) =>
    `<Relationship Id="rId${index + 1}" Type="${relationsNamespace}/${type}" Target="${target}"/>`;
  const list = names.map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const texts: Record<string, string> = {
    '[Content_Types].xml': `${xmlHead}<Types xmlns="${packageNamespace}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${relation(0, 'xl/workbook.xml', 'officeDocument')}</Relationships>`,
    'xl/workbook.xml': `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${relationsNamespace}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${names
      .map((_, index) => relation(index, `worksheets/sheet${index + 1}.xml`, 'worksheet'))
      .join('')}</Relationships>`,
    ...Object.fromEntries(names.map((name, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheets[name] ?? ''])),
  };
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)]));
}

/** Returns an `.xlsx` file of these sheets. */
export const createWorkbook = (sheets: Readonly<Record<string, Rows>>): Buffer =>
  Buffer.from(
    zipSync(
      createWorkbookFiles(Object.fromEntries(Object.entries(sheets).map(([name, rows]) => [name, createSheet(rows)]))),
    ),
  );

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { is } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { listAreas } from '#area/area.ts';
import { isPictureColumn } from '#db/columns.ts';
import { listFiles, projectFolder } from '../../build/project.ts';
import { startTestApp } from '../support/app.ts';
import { startWorld } from '../web/world.ts';

const modules = await Promise.all(
  listFiles(projectFolder, 'src')
    .filter((file) => file.endsWith('/tables.ts'))
    .map((file) => import(`../../${file}`)),
);
const tables = [...new Set(modules.flatMap((module) => Object.values(module)))].filter((one) => is(one, SQLiteTable));
const columns = tables.flatMap((table) => getTableConfig(table).columns.map((column) => ({ table, column })));
const describeColumn = (table: SQLiteTable, { name }: SQLiteColumn): string => `${getTableConfig(table).name}.${name}`;
const pictureColumns = columns.filter(({ column }) => isPictureColumn(column));

describe('what a picture column names is known to verify', async () => {
  const { context } = await startTestApp({ showsBehaviour: false });
  context.db.sqlite.pragma('foreign_keys = OFF');
  context.db.sqlite.pragma('ignore_check_constraints = ON');
  for (const { table, column } of pictureColumns) {
    test(describeColumn(table, column), () => {
      const name = `${randomUUID()}.jpg`;
      const isList = column.mapToDriverValue([]) === '[]';
      insertRow(table, column, isList ? JSON.stringify([name]) : name);
      const known = listAreas(context).flatMap(({ pictures }) => [...(pictures?.(context) ?? [])]);
      assert.ok(
        known.some((reference) => reference.name === name),
        'no area lists it among its pictures',
      );
    });
  }

  /** Inserts a row with this picture, and any values in the other required columns. */
  function insertRow(table: SQLiteTable, picture: SQLiteColumn, value: string): void {
    const { name, columns } = getTableConfig(table);
    const needed = columns.filter((column) => column === picture || (column.notNull && !column.hasDefault));
    const values = needed.map((column) =>
      column === picture
        ? value
        : /^int/.test(column.getSQLType())
          ? 1 + Math.floor(Math.random() * 1e9)
          : randomUUID(),
    );
    const names = needed.map((column) => `"${column.name}"`);
    const text = `INSERT INTO "${name}" (${names}) VALUES (${names.map(() => '?')})`;
    context.db.sqlite.prepare(text).run(...values);
  }
});

test('names of pictures are stored in picture columns only', async () => {
  const { app } = await startWorld();
  const namesPicture = '[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f]*.[jpgw][pnie][gfbp]*';
  const others = columns.filter(({ column }) => !isPictureColumn(column) && column.getSQLType() === 'text');
  const holding = others.filter(({ table, column }) =>
    app.context.db.sqlite
      .prepare(`SELECT 1 FROM "${getTableConfig(table).name}" WHERE "${column.name}" GLOB ? LIMIT 1`)
      .get(`*${namesPicture}`),
  );
  assert.deepEqual(
    holding.map(({ table, column }) => describeColumn(table, column)),
    // This table describes pictures that others name; only `verify` reports those (core rule 137).
    ['picture_descriptions.name'],
  );
  const named = others.filter(({ column }) => /image|photo|picture|avatar/.test(column.name));
  assert.deepEqual(
    named.map(({ table, column }) => describeColumn(table, column)),
    // The column has the address of a picture that is still to be fetched.
    ['performers.photo_address'],
  );
});

import assert from 'node:assert/strict';
import { transact } from '#area/context.ts';
import { areas } from '../../src/app/areas.ts';
import { findInconsistencies } from '../../src/app/verify.ts';
import type { TestApp } from './app.ts';

/** Asserts that `verify` finds only this inconsistency after the damage, and none after the repair. */
export async function assertDriftRepaired({ context }: TestApp, damage: string, name: RegExp): Promise<void> {
  assert.deepEqual(await findInconsistencies(context), []);
  transact(context, ({ db }) => void db.sqlite.exec(damage));
  const found = await findInconsistencies(context);
  assert.equal(found.length, 1, JSON.stringify(found));
  assert.match(`${found[0]?.what} ${found[0]?.stored}`, name);
  for (const { repair } of areas) for (const step of repair?.(context) ?? []) transact(context, step);
  assert.deepEqual(await findInconsistencies(context), []);
}

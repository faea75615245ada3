import type { Context } from '#area/context.ts';
import { lowDiskSentences } from '#contract/low-disk.ts';
import { findWriteProblem, getLowDiskLevel } from '#core/machine/index.ts';
import { readDatabaseFact } from '#core/settings/index.ts';
import type { HealthResponse } from './records.ts';

/**
 * Reads the database and fails if that fails. Data that can't be stored doesn't fail the check, but the response names
 * it (core rule 106, decision 60).
 */
export async function checkHealth(context: Context): Promise<HealthResponse> {
  try {
    readDatabaseFact(context.db, 'installationID');
  } catch (cause) {
    throw new Error('the database does not answer', { cause });
  }
  const step = getLowDiskLevel(context);
  const reason = (await findWriteProblem(context)) ?? (step && lowDiskSentences[step]) ?? 'OK';
  return { status: 200, reason, error: false };
}

import type { Context } from '#area/context.ts';
import { readInstallation } from '#core/settings/index.ts';
import type { HealthResponse } from './records.ts';

/** Reads the database to see that it answers; whatever keeps it from answering is a failure of the service (core rule 106). */
export function checkHealth({ db }: Context): HealthResponse {
  try {
    readInstallation(db, 'installationID');
  } catch (cause) {
    throw new Error('the database does not answer', { cause });
  }
  return { status: 200, reason: 'OK', error: false };
}

import type { Config } from '#config/config.ts';
import { createSecrets, readSecrets, replaceSecrets, type Secrets } from '#config/secrets.ts';
import { endAllSessions, hasSessions, isCurrentTokenKey } from '#core/accounts/index.ts';
import { deleteDatabaseFact, readDatabaseFact, writeDatabaseFact } from '#core/settings/index.ts';
import type { Database } from '#db/open.ts';
import { startFingerprint } from '#platform/secrets/tokens.ts';
import { InstanceUnavailable } from './instance-lock.ts';

/** Name of the database's metadata entry with a hash that identifies its token key without revealing it. */
const fingerprintFactName = 'tokenKeyFingerprint';

const computeFingerprint = ({ tokenKey }: Secrets): string => startFingerprint(tokenKey, 'token key').compute();

/**
 * Returns the secrets that belong to a database and creates them if it has never had any. A different key would
 * silently invalidate all logins, so this throws InstanceUnavailable if the key is missing or isn't this database's key
 * (core rule 39).
 */
export function openSecrets(db: Database, { folders }: Pick<Config, 'folders'>): Secrets {
  const fault = findKeyFault(db, folders.secrets);
  if (fault !== undefined) {
    throw new InstanceUnavailable(
      `The token key in ${folders.secrets} ${fault}, so no session would be valid: ` +
        'put back the secrets of this database, or restore a backup. ' +
        '`gangway serve --new-token-key` creates a new one, which ends all sessions.',
    );
  }
  const secrets = createSecrets(folders.secrets);
  saveFingerprint(db, secrets);
  return secrets;
}

/**
 * Returns the fault of the token key next to a database, phrased to follow it in a sentence; undefined when it fits, or
 * when the database never had one. Throws UnreadableFile for a damaged one.
 */
export function findKeyFault(db: Database, secretsFolder: string): string | undefined {
  const secrets = readSecrets(secretsFolder);
  const known = readDatabaseFact(db, fingerprintFactName);
  if (!secrets) return known !== undefined || hasSessions(db) ? 'is missing' : undefined;
  // A database from before the fingerprint recognizes its key by the current logins.
  const fits = known === undefined ? isCurrentTokenKey(db, secrets.tokenKey) : known === computeFingerprint(secrets);
  return fits ? undefined : "doesn't belong to this database";
}

function saveFingerprint(db: Database, secrets: Secrets): void {
  if (readDatabaseFact(db, fingerprintFactName) !== undefined) return;
  db.transaction((db) => writeDatabaseFact(db, fingerprintFactName, computeFingerprint(secrets)));
}

/** Creates a new token key and ends all logins, regardless of the old key (core rule 39). */
export function renewSecrets(db: Database, { folders }: Pick<Config, 'folders'>): Secrets {
  // In this order a crash in between leaves no data that requires the old key.
  db.transaction((db) => {
    endAllSessions(db);
    deleteDatabaseFact(db, fingerprintFactName);
  });
  const secrets = replaceSecrets(folders.secrets);
  saveFingerprint(db, secrets);
  return secrets;
}

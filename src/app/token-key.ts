import type { Config } from '#config/config.ts';
import { createSecrets, readSecrets, replaceSecrets, type Secrets } from '#config/secrets.ts';
import { endAllSessions, fitsSessions, hasSessions } from '#core/accounts/index.ts';
import { deleteInstallation, readInstallation, writeInstallation } from '#core/settings/index.ts';
import type { Database } from '#db/open.ts';
import { startFingerprint } from '#platform/secrets/tokens.ts';
import { InstanceUnavailable } from './instance-lock.ts';

/** Fact of the database by which it knows its key without giving it away. */
const fingerprintFact = 'tokenKeyFingerprint';

const computeFingerprint = ({ tokenKey }: Secrets): string => startFingerprint(tokenKey, 'token key').compute();

/**
 * The secrets that belong to a database, made where it has known none. With another key no login would be valid and
 * no one would know why: throws InstanceUnavailable for a key that is missing or is not the one of this database (core
 * rule 39).
 */
export function openSecrets(db: Database, { folders }: Pick<Config, 'folders'>): Secrets {
  const fault = findKeyFault(db, folders.secrets);
  if (fault !== undefined) {
    throw new InstanceUnavailable(
      `The token key in ${folders.secrets} ${fault}, so no login would be valid: ` +
        'put back the secrets that belong to this database, or restore a backup. ' +
        '`gangway serve --new-token-key` makes a new one, which ends all logins.',
    );
  }
  const secrets = createSecrets(folders.secrets);
  saveFingerprint(db, secrets);
  return secrets;
}

/**
 * What is wrong with the token key next to a database, in words that follow it; undefined when it fits, or when the database
 * has known none. Throws UnreadableFile for a damaged one.
 */
export function findKeyFault(db: Database, secretsFolder: string): string | undefined {
  const secrets = readSecrets(secretsFolder);
  const known = readInstallation(db, fingerprintFact);
  if (!secrets) return known !== undefined || hasSessions(db) ? 'is missing' : undefined;
  // A database of before the fingerprint knows its key by those who are logged in.
  const fits = known === undefined ? fitsSessions(db, secrets.tokenKey) : known === computeFingerprint(secrets);
  return fits ? undefined : 'is not the one of this database';
}

function saveFingerprint(db: Database, secrets: Secrets): void {
  if (readInstallation(db, fingerprintFact) !== undefined) return;
  db.transaction((db) => writeInstallation(db, fingerprintFact, computeFingerprint(secrets)));
}

/** Makes a new token key and ends all logins, whatever the old key was (core rule 39). */
export function renewSecrets(db: Database, { folders }: Pick<Config, 'folders'>): Secrets {
  // In this order a crash in between leaves nothing that a key would have to fit.
  db.transaction((db) => {
    endAllSessions(db);
    deleteInstallation(db, fingerprintFact);
  });
  const secrets = replaceSecrets(folders.secrets);
  saveFingerprint(db, secrets);
  return secrets;
}

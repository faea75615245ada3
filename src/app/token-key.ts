import type { Config } from '#config/config.ts';
import { createSecrets, readSecrets, replaceSecrets, type Secrets } from '#config/secrets.ts';
import { endAllSessions, fitsSessions, hasSessions } from '#core/accounts/index.ts';
import type { Database } from '#db/open.ts';
import { InstanceUnavailable } from './instance-lock.ts';

/**
 * The secrets that belong to a database, made where nobody has logged in yet. With another key no login would be valid and
 * nobody would know why: throws InstanceUnavailable for a key that is missing or is not the one by which users are logged
 * in (core rule 39).
 */
export function openSecrets(db: Database, { folders }: Pick<Config, 'folders'>): Secrets {
  const secrets = readSecrets(folders.secrets);
  if (!secrets && !hasSessions(db)) return createSecrets(folders.secrets);
  if (secrets && fitsSessions(db, secrets.tokenKey)) return secrets;
  throw new InstanceUnavailable(
    `The token key in ${folders.secrets} is ${secrets ? 'not the one' : 'missing'} by which users are logged in here: ` +
      'put back the secrets that belong to this database, or restore a backup. ' +
      '`gangway serve --new-token-key` makes a new one, which ends all logins.',
  );
}

/** Makes a new token key and ends all logins, whatever the old key was (core rule 39). */
export function renewSecrets(db: Database, { folders }: Pick<Config, 'folders'>): Secrets {
  // In this order a crash in between leaves no login that a key would have to fit.
  db.transaction(endAllSessions);
  return replaceSecrets(folders.secrets);
}

import { listAreas } from '#area/area.ts';
import { cacheByKey } from '#area/caches.ts';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { findUser, toCaller } from '#core/users/index.ts';
import type { Database, Transaction } from '#db/open.ts';
import { deriveToken, generateNonce, hashToken } from '#platform/secrets/tokens.ts';
import { recordCall } from './presence.ts';
import { deleteAllTokens, deleteTokens, findAnyToken, findTokenByHash, findTokenByUser, insertToken } from './store.ts';
import { loginTokens } from './tables.ts';

interface Session {
  readonly userID: string;
  readonly createdAt: Date;
}

/**
 * Keyed by the token itself, because hashing it on every call would cost more than the rest of the lookup. Only the
 * database must not contain tokens.
 */
const sessionCache = cacheByKey<Session>([{ table: loginTokens, statements: ['update', 'delete'] }], { max: 20_000 });
const dayMilliseconds = 24 * 60 * 60 * 1000;

function hasEnded(context: Context, { createdAt }: Session): boolean {
  const { tokenLifetimeDays } = getServerSettings(context);
  return (
    tokenLifetimeDays > 0 && createdAt.getTime() + tokenLifetimeDays * dayMilliseconds <= context.clock.now().getTime()
  );
}

/** Returns the owner of a valid token; undefined for an expired one or a banned account (core rules 26 and 39). */
export function findCallerByToken(context: Context, token: string): Caller | undefined {
  const session = sessionCache(context).get(token, () => findTokenByHash(context.db, hashToken(token)));
  if (!session || hasEnded(context, session)) return undefined;
  const owner = findUser(context, session.userID);
  if (!owner || owner.level === 'banned') return undefined;
  recordCall(context, owner.userID);
  return toCaller(owner);
}

/** Returns the account's current token, or a new one. */
export function openSession(context: WriteContext, userID: string): string {
  const existing = findTokenByUser(context.db, userID);
  if (existing && !hasEnded(context, existing)) return deriveToken(context.secrets.tokenKey, existing.nonce);
  if (existing) deleteTokens(context.db, [userID]);
  const nonce = generateNonce();
  const token = deriveToken(context.secrets.tokenKey, nonce);
  insertToken(context.db, { userID, nonce, tokenHash: hashToken(token), createdAt: context.clock.now() });
  return token;
}

/** Deletes the tokens of these accounts, closes all their sockets, and lets areas end anything else in progress. */
export function endSessions(context: WriteContext, userIDs: readonly string[], reason: string): void {
  deleteTokens(context.db, userIDs);
  context.db.afterCommit(() => {
    for (const userID of userIDs) context.live.closeUser(userID, reason);
  });
  for (const { onSessionsEnded } of listAreas(context)) onSessionsEnded?.(context, userIDs);
}

/** Logs the account out; a phone call in progress may continue (phone rule 17). Returns false if there was no login. */
export function endOwnSession(context: WriteContext, userID: string): boolean {
  context.db.afterCommit(() => context.live.closeLoggedOut(userID, 'logged out'));
  return deleteTokens(context.db, [userID]) > 0;
}

/**
 * Closes the sockets of accounts that a command next to the service has logged out (decision 47). Users who only logged
 * out may still be finishing a phone call (phone rule 17).
 */
export function closeEndedSessions(context: Context): void {
  for (const userID of context.live.userIDs()) {
    if (findTokenByUser(context.db, userID)) continue;
    if (findUser(context, userID)?.level === 'banned') context.live.closeUser(userID, 'your access has changed');
    else context.live.closeLoggedOut(userID, 'your access has changed');
  }
}

/** Whether anyone is logged in. */
export const hasSessions = (db: Database): boolean => findAnyToken(db) !== undefined;

/** Whether this key derived the tokens of current logins. Any key fits if there are none. */
export function isCurrentTokenKey(db: Database, tokenKey: Buffer): boolean {
  const session = findAnyToken(db);
  return session === undefined || hashToken(deriveToken(tokenKey, session.nonce)) === session.tokenHash;
}

/** Ends every login before the service starts, when there are no open sockets and nothing is cached. */
export function endAllSessions(db: Transaction): void {
  deleteAllTokens(db);
}

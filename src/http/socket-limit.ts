import { malformed } from '#contract/errors.ts';
import { type LiveHub, maxSocketsPerUser } from '#platform/network/live-hub.ts';

/** Throws 400 if the account has as many open sockets as it can have (fez rule 60). */
export function assertSocketLimit(live: LiveHub, userID: string): void {
  if (!live.canOpenSocket(userID))
    throw malformed(`An account can have up to ${maxSocketsPerUser} open sockets.`, 'limitReached');
}

import type { Context } from '#area/context.ts';
import { findLastLoginFrom, saveAddress } from './store.ts';

const hourMilliseconds = 60 * 60 * 1000;

/**
 * Records the owner's address, at most once an hour and after the login itself. Logging in must not depend on a write,
 * so that known owners can log in while the disk is full.
 */
export function recordAddress({ db, clock }: Context, userID: string, address: string): void {
  const now = clock.now();
  const lastLogin = findLastLoginFrom(db, userID, address);
  if (lastLogin && now.getTime() - lastLogin.getTime() < hourMilliseconds) return;
  db.afterCommit(() => db.transactWithoutSync((db) => saveAddress(db, userID, address, now)));
}

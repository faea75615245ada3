import { randomBytes, randomUUID } from 'node:crypto';
import { type Context, transact } from '#area/context.ts';
import { changeSettings } from '#core/settings/index.ts';
import { createUser } from '#core/users/index.ts';

/** Adds made-up people to a scratch copy with access to everything; returns their accounts. */
export function createPassengers(context: Context, count: number): string[] {
  // Avoids names that an earlier run added to the copy.
  const sign = randomBytes(3).toString('hex');
  const userIDs = Array.from({ length: count }, () => randomUUID());
  transact(context, (context) => {
    for (const [index, userID] of userIDs.entries())
      createUser(context, { userID, familyID: userID, username: `crowd-${sign}-${index}`, level: 'verified' });
    // Before boarding, the crew may not have opened the service to anyone, and rejected calls would be fast.
    changeSettings(context, { minAccessLevel: 'banned', enablePreregistration: false, disabledFeatures: [] });
  });
  return userIDs;
}

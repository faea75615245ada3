import { randomBytes, randomUUID } from 'node:crypto';
import { type Context, transact } from '#area/context.ts';
import { changeSettings } from '#core/settings/index.ts';
import { createUser } from '#core/users/index.ts';

/** Adds made-up people to a scratch copy, and lets them do everything there; returns their accounts. */
export function makePeople(context: Context, count: number): string[] {
  // In a copy that others were made in, no name is there already.
  const sign = randomBytes(3).toString('hex');
  const userIDs = Array.from({ length: count }, () => randomUUID());
  transact(context, (context) => {
    for (const [index, userID] of userIDs.entries())
      createUser(context, { userID, familyID: userID, username: `crowd-${sign}-${index}`, level: 'verified' });
    // Before boarding a crew lets in no one yet, which would answer quickly.
    changeSettings(context, { minAccessLevel: 'banned', enablePreregistration: false, disabledFeatures: [] });
  });
  return userIDs;
}

import assert from 'node:assert/strict';
import { areUnblocked } from './expected-visibility.ts';
import type { Sailor, SentPost, World } from './world.ts';

/**
 * Throws unless the service rejects a write with 403 if the user was in quarantine during all of the request, and
 * doesn't if they weren't.
 */
export function checkRejection({ quarantines, tally }: World, sailor: Sailor, sentAt: number, status: number): void {
  const quarantine = quarantines.of(sailor.familyID);
  if (quarantine.since(true) < sentAt) {
    assert.equal(status, 403, `${sailor.name} is in quarantine`);
    tally.refusals += 1;
  }
  if (quarantine.since(false) < sentAt) assert.notEqual(status, 403, `${sailor.name} is not in quarantine`);
}

/**
 * Throws if the service accepted a post of a user who was in quarantine during all of the request, or rejected one of a
 * user who was in the chat.
 */
export function checkPosting(world: World, { author, chat, sentAt }: SentPost, status: number): void {
  const isIn = chat.present.of(author.userID).since(true) < sentAt;
  const isInQuarantine = world.quarantines.of(author.familyID).since(true) < sentAt;
  if (isIn || isInQuarantine) checkRejection(world, author, sentAt, status);
  const isFree = world.quarantines.of(author.familyID).since(false) < sentAt;
  if (!isIn || !isFree || !areUnblocked(world, author, chat.owner, sentAt)) return;
  assert.equal(status, 200, `${author.name} cannot post in ${chat.fezID}`);
}

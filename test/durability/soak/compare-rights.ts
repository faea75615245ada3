import assert from 'node:assert/strict';
import { arePublicTo } from './hearing.ts';
import type { Sailor, SentPost, World } from './world.ts';

/**
 * Throws unless an answer to what a user has sent at this moment is 403 for those who are in quarantine all the while, and
 * another for those who are not.
 */
export function checkRejection({ quarantines, tally }: World, sailor: Sailor, sentAt: number, status: number): void {
  const quarantine = quarantines.of(sailor.familyID);
  if (quarantine.since(true) < sentAt) {
    assert.equal(status, 403, `${sailor.name} is in quarantine`);
    tally.refusals += 1;
  }
  if (quarantine.since(false) < sentAt) assert.notEqual(status, 403, `${sailor.name} is not in quarantine`);
}

/** Throws unless a post was taken from, or refused to, a user who was in the chat, or in quarantine, all the while. */
export function checkPosting(world: World, { author, chat, sentAt }: SentPost, status: number): void {
  const isIn = chat.present.of(author.userID).since(true) < sentAt;
  const isInQuarantine = world.quarantines.of(author.familyID).since(true) < sentAt;
  if (isIn || isInQuarantine) checkRejection(world, author, sentAt, status);
  const isFree = world.quarantines.of(author.familyID).since(false) < sentAt;
  if (!isIn || !isFree || !arePublicTo(world, author, chat.owner, sentAt)) return;
  assert.equal(status, 200, `${author.name} cannot post in ${chat.fezID}`);
}

import assert from 'node:assert/strict';
import { get } from './ask.ts';
import { compareMembers } from './compare-members.ts';
import { comparePosts } from './compare-posts.ts';
import { notices } from './notices.ts';
import { type ChatVisibility, getChatVisibility } from './visibility.ts';
import type { Chat, Sailor, World } from './world.ts';

interface Words {
  readonly title: string;
  readonly info: string;
}

/** Throws unless the user sees exactly the expected parts of a chat. Marks its posts as read. */
export async function compareVisibility(world: World, sailor: Sailor, chat: Chat): Promise<void> {
  const sight = getChatVisibility(world, sailor, chat);
  if (sight === undefined) return;
  const where = `${chat.fezID} as ${sailor.name}, who sees ${sight}`;
  const response = await get(world, sailor, `fez/${chat.fezID}`);
  assert.ok(response, `${where}: broken off`);
  assert.equal(response.status, sight === 'nothing' ? 404 : 200, `${where}: ${response.reason}`);
  world.tally.sights[sight] += 1;
  if (sight === 'nothing') return;
  const isInside = sight === 'inside' || sight === 'along';
  assert.equal(response.body.members !== undefined, isInside, `${where}: members and posts`);
  compareWords(world, chat, sight, response.body, where);
  if (isInside) compareMembers(world, sailor, chat, response.body);
  if (sight === 'along') await comparePosts(world, sailor, chat);
}

/** Throws unless users who see the chat's description see its own words, or the notice while it is under review. */
function compareWords({ tally }: World, chat: Chat, sight: ChatVisibility, shown: Words, where: string): void {
  const { info, title } = chat.content;
  const isReviewed = shown.title === notices.title;
  assert.equal(shown.title, isReviewed ? notices.title : title, `${where}: its title`);
  assert.ok(!chat.underReview.isCertainly(!isReviewed), `${where}: title ${shown.title}`);
  const words = isReviewed ? notices.info : info;
  assert.equal(shown.info, sight === 'redacted' ? '' : words, `${where}: what it is about`);
  if (isReviewed) tally.reviews += 1;
}

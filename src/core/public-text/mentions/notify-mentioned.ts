import type { WriteContext } from '#area/context.ts';
import { type Notification, notify } from '#core/notifications/index.ts';
import { getUser, type User } from '#core/users/index.ts';
import { type MentionCounter, placeRules } from '../kinds-of-post.ts';
import { createPlaceEnabledTest, type TextChange } from '../text-change.ts';

/** Returns the event log topic for mentions of one counter. */
export const getMentionTopic = (counter: MentionCounter): string => `mentions:${counter}`;

/** Event kinds of mentions in the event log. */
export const mentionEventKinds: Readonly<Record<MentionCounter, string>> = {
  forum: 'forum-mention',
  microblog: 'microblog-mention',
  moderator: 'moderator-forum-mention',
  devteam: 'devteam-forum-mention',
};

const teamNotices = {
  moderator: { type: 'moderatorForumMention', target: '@moderator' },
  devteam: { type: 'devTeamForumMention', target: '@devteam' },
} as const;

/** Builds the notification that a user or their team was mentioned (fez, Notification types). */
export function buildMentionNotice(author: User, counter: MentionCounter, contentID: number): Notification {
  const isTeam = counter === 'moderator' || counter === 'devteam';
  const place = isTeam ? 'forum' : counter;
  const { type, target } = isTeam ? teamNotices[counter] : { type: placeRules[place].mentionType, target: 'you' };
  return {
    type,
    info: `${author.username} mentioned ${target} in ${placeRules[place].label}`,
    contentID: String(contentID),
  };
}

/** Notifies the recipients of a mention that the text gained. */
export function notifyMentioned(
  context: WriteContext,
  { place, contentID, authorID }: TextChange,
  counter: MentionCounter,
  recipients: readonly string[],
): void {
  notify(
    context,
    buildMentionNotice(getUser(context, authorID), counter, contentID),
    { among: new Set(recipients), concerns: createPlaceEnabledTest(context, place) },
    { topic: getMentionTopic(counter), kind: mentionEventKinds[counter], subjectID: String(contentID), recipients },
  );
}

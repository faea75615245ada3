import type { Context } from '#area/context.ts';
import type { EventHydrator, EventTopics } from '#area/events.ts';
import type { Caller } from '#contract/access.ts';
import { buildNotificationFrame, type Notification } from '#core/notifications/index.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { listInboxes } from '#core/teams/index.ts';
import { getUser, listMutedUserIDs, maySee, type User } from '#core/users/index.ts';
import { alertEventKinds, buildAlertNotice, formatAlertSubject, getAlertTopic } from './alert-words/count-alerts.ts';
import { findPostsWithAlert } from './alert-words/store.ts';
import { listCounters, type MentionCounter, type Place, placeRules, places } from './kinds-of-post.ts';
import { buildMentionNotice, getMentionTopic, mentionEventKinds } from './mentions/notify-mentioned.ts';
import { findPostsMentioning } from './mentions/store.ts';
import { listWords } from './words/word-lists.ts';

/** Returns the topics for mentions of a user and their teams, and for their alert words. */
export const publicTextTopics =
  (context: Context): EventTopics =>
  ({ userID, level }) => {
    const teams = listInboxes(context, level).map(({ name }) => getMentionTopic(name));
    const words = listWords(context, 'alert', userID);
    const alerts = words.flatMap((word) => places.map((place) => getAlertTopic(place, word)));
    return [...places.map(getMentionTopic), ...teams, ...alerts];
  };

/** Returns author ids by post id, for existing posts in a place the viewer may see. */
export type FindShownAuthors = (viewer: Caller, contentIDs: readonly number[]) => ReadonlyMap<number, string>;

/**
 * Creates hydrators for frames of mentions and alert words in one place, for users who were away. They only cover posts
 * that still contain them and that the viewer may see now, and no place that is disabled for the viewer (decisions 52
 * and 55).
 */
export function createTextHydrators(
  context: Context,
  place: Place,
  findShownAuthors: FindShownAuthors,
): readonly EventHydrator[] {
  const { feature } = placeRules[place];
  const findAuthors: FindAuthors = (viewer, contentIDs) =>
    isFeatureDisabled(context, viewer, feature)
      ? new Map()
      : findVisibleAuthors(context, viewer, findShownAuthors(viewer, contentIDs));
  return [
    ...listCounters(place).map((counter) => createMentionHydrator(context, counter, findAuthors)),
    createAlertHydrator(context, place, findAuthors),
  ];
}

type FindAuthors = (viewer: Caller, contentIDs: readonly number[]) => Map<number, User>;

function findVisibleAuthors(context: Context, viewer: Caller, authors: ReadonlyMap<number, string>): Map<number, User> {
  const muted = listMutedUserIDs(context, viewer.userID);
  const users = [...authors].map(([contentID, authorID]) => [contentID, getUser(context, authorID)] as const);
  return new Map(users.filter(([, author]) => maySee(context, viewer, author) && !muted.has(author.userID)));
}

function createMentionHydrator(context: Context, counter: MentionCounter, findAuthors: FindAuthors): EventHydrator {
  return {
    kind: mentionEventKinds[counter],
    hydrate(viewer, subjectIDs) {
      const contentIDs = subjectIDs.map(Number);
      const mentioning = findPostsMentioning(context.db, { counter, userID: viewer.userID, contentIDs });
      return buildFrames(findAuthors(viewer, mentioning), String, (contentID, author) =>
        buildMentionNotice(author, counter, contentID),
      );
    },
  };
}

function createAlertHydrator(context: Context, place: Place, findAuthors: FindAuthors): EventHydrator {
  return {
    kind: alertEventKinds[place],
    hydrate(viewer, subjectIDs) {
      const { userID } = viewer;
      const frames = [...groupByWord(subjectIDs)].flatMap(([word, contentIDs]) => [
        ...buildFrames(
          findAuthors(viewer, findPostsWithAlert(context.db, { place, word, userID, contentIDs })),
          (contentID) => formatAlertSubject(contentID, word),
          (contentID, author) => buildAlertNotice(author, place, contentID, word),
        ),
      ]);
      return new Map(frames);
    },
  };
}

/** Groups post ids by alert word. */
function groupByWord(subjectIDs: readonly string[]): Map<string, number[]> {
  const subjects = subjectIDs.map((subjectID) => subjectID.split(' '));
  const byWord = Map.groupBy(subjects, ([, word = '']) => word);
  return new Map([...byWord].map(([word, ofWord]) => [word, ofWord.map(([contentID]) => Number(contentID))]));
}

const buildFrames = (
  authors: ReadonlyMap<number, User>,
  formatSubject: (contentID: number) => string,
  build: (contentID: number, author: User) => Notification,
): Map<string, object> =>
  new Map(
    [...authors].map(([contentID, author]) => [
      formatSubject(contentID),
      buildNotificationFrame(build(contentID, author)),
    ]),
  );

import type * as v from 'valibot';
import type { ReportType } from '#area/moderated.ts';
import type { AccessLevel } from '#contract/access.ts';
import type { ContentModerationStatus } from '#core/reports/records.ts';
import type { ModeratorActionLogData } from '#staff/moderation/records.ts';
import type { ReportedContent } from './group-reports.ts';

export type ModerationState = v.InferOutput<typeof ContentModerationStatus>;

interface KindWords {
  /** What content of the kind is called before its author's name: `Photo by`. */
  readonly by: string;
  /** The declared path of the moderators' page about this kind of content. */
  readonly path: string;
}

/** How the desk names each kind of content, and where it shows it. */
export const contentKinds: Readonly<Record<ReportType, KindWords>> = {
  forum: { by: 'Thread by', path: '/desk/threads/{thread}' },
  forumPost: { by: 'Forum post by', path: '/desk/forum-posts/{forumPost}' },
  microblogPost: { by: 'Post by', path: '/desk/posts/{feedPost}' },
  userProfile: { by: 'Profile of', path: '/desk/profiles/{person}' },
  fez: { by: 'Chat by', path: '/desk/groups/{group}' },
  fezPost: { by: 'Message by', path: '/desk/messages/{groupPost}' },
  mkSong: { by: 'Clip song by', path: '/desk/clips/{clipSong}' },
  mkSongSnippet: { by: 'Clip by', path: '/desk/clips' },
  streamPhoto: { by: 'Photo by', path: '/desk/photos/{photo}' },
  personalEvent: { by: 'Event by', path: '/desk/events/{privateEvent}' },
  quartermasterItem: { by: 'Item by', path: '/desk/items/{item}' },
};

/** `Photo by Ada` */
export const describeContentKind = (type: ReportType, person: string): string => `${contentKinds[type].by} ${person}`;

/** Returns the address of the page on which moderators judge this content. */
export const getCaseAddress = (type: ReportType, id: string): string => contentKinds[type].path.replace(/\{\w+\}/, id);

/** Returns the address of the page on which moderators judge reported content: the copy, if they can't read it. */
export const getReportAddress = ({ type, id, reports }: ReportedContent): string =>
  reports.some(({ disclosedPosts }) => disclosedPosts) ? `/desk/disclosed/${id}` : getCaseAddress(type, id);

/** What a state means for everyone else. */
export const stateWords: Readonly<Record<ModerationState, string>> = {
  normal: 'Visible to everyone',
  autoQuarantined: 'Hidden automatically after several reports',
  quarantined: 'Hidden by moderators',
  modReviewed: 'Visible to everyone, approved by moderators',
  locked: 'Locked: no replies or edits',
};

/** The recorded actions of moderators, each as the rest of a sentence about the content or person. */
export const actionWords: Readonly<Record<ModeratorActionLogData['actionType'], string>> = {
  post: 'posted as the team',
  edit: 'changed',
  delete: 'deleted',
  move: 'moved',
  quarantine: 'hid',
  markReviewed: 'approved',
  lock: 'locked',
  unlock: 'unhid',
  pin: 'pinned',
  unpin: 'unpinned',
  slowMode: 'slowed down',
  slowModeEnded: 'ended slow mode in',
  newAccountsReadOnly: 'closed to new accounts:',
  newAccountsOpen: 'opened to new accounts:',
  closeAt: 'set a closing time for',
  closeAtRemoved: 'removed the closing time of',
  accessLevelUnverified: 'set to unverified:',
  accessLevelBanned: 'banned',
  accessLevelQuarantined: 'quarantined',
  accessLevelVerified: 'set to verified:',
  accessLevelModerator: 'promoted to moderator:',
  accessLevelDevTeam: 'promoted to the development team:',
  accessLevelTHO: 'promoted to the management office:',
  tempQuarantine: 'paused',
  tempQuarantineCleared: 'ended the pause for',
};

/** What a level allows. */
export const levelWords: Readonly<Record<AccessLevel, string>> = {
  banned: 'Banned: can’t sign in',
  quarantined: 'Quarantined: read-only',
  unverified: 'Unverified: read-only, no registration code yet',
  verified: 'Verified',
  client: 'Service account',
  moderator: 'Moderator',
  devteam: 'Development team',
  tho: 'Management office',
  admin: 'Administrator',
};

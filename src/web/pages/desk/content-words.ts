import type * as v from 'valibot';
import type { ReportType } from '#area/moderated.ts';
import type { AccessLevel } from '#contract/access.ts';
import type { ContentModerationStatus } from '#core/reports/records.ts';
import type { ModeratorActionLogData } from '#staff/moderation/records.ts';

export type ModerationState = v.InferOutput<typeof ContentModerationStatus>;

interface KindWords {
  /** What content of the kind is called before its author's name: `Photo by`. */
  readonly by: string;
  /** The path of the moderators' page about it, without the id. */
  readonly path: string;
}

const kinds: Readonly<Record<ReportType, KindWords>> = {
  forum: { by: 'Thread by', path: '/desk/threads/' },
  forumPost: { by: 'Forum post by', path: '/desk/forum-posts/' },
  microblogPost: { by: 'Post by', path: '/desk/posts/' },
  userProfile: { by: 'Profile of', path: '/desk/profiles/' },
  fez: { by: 'Group of', path: '/desk/groups/' },
  fezPost: { by: 'Message by', path: '/desk/messages/' },
  mkSong: { by: 'Clip song of', path: '/desk/clips/' },
  mkSongSnippet: { by: 'Clip by', path: '/desk/clips' },
  streamPhoto: { by: 'Photo by', path: '/desk/photos/' },
  personalEvent: { by: 'Event of', path: '/desk/events/' },
  quartermasterItem: { by: 'Item of', path: '/desk/items/' },
};

/** `Photo by Ada` */
export const nameContent = (type: ReportType, person: string): string => `${kinds[type].by} ${person}`;

/** Returns the address of the page on which moderators judge this content. */
export const addressOfContent = (type: ReportType, id: string): string =>
  type === 'mkSongSnippet' ? kinds[type].path : `${kinds[type].path}${id}`;

/** What a state means for everyone else. */
export const stateWords: Readonly<Record<ModerationState, string>> = {
  normal: 'Seen by everybody',
  autoQuarantined: 'Hidden, since many reported it',
  quarantined: 'Hidden by moderators',
  modReviewed: 'Seen by everybody, found to be all right',
  locked: 'Locked: nobody answers or changes it',
};

/** The recorded actions of moderators, each as the rest of a sentence about the content or person. */
export const actionWords: Readonly<Record<ModeratorActionLogData['actionType'], string>> = {
  post: 'posted for the team',
  edit: 'changed',
  delete: 'deleted',
  move: 'moved',
  quarantine: 'hid',
  markReviewed: 'found nothing wrong with',
  lock: 'locked',
  unlock: 'showed again',
  pin: 'pinned',
  unpin: 'took the pin from',
  accessLevelUnverified: 'made unverified',
  accessLevelBanned: 'banned',
  accessLevelQuarantined: 'quarantined',
  accessLevelVerified: 'made verified',
  accessLevelModerator: 'made a moderator of',
  accessLevelDevTeam: 'took into the development team',
  accessLevelTHO: 'took into the management office',
  tempQuarantine: 'paused',
  tempQuarantineCleared: 'ended the pause of',
};

/** What a level allows. */
export const levelWords: Readonly<Record<AccessLevel, string>> = {
  banned: 'Banned: cannot sign in',
  quarantined: 'Quarantined: reads only',
  unverified: 'Unverified: reads only, no code yet',
  verified: 'Verified',
  client: 'A service',
  moderator: 'Moderator',
  devteam: 'Development team',
  tho: 'Management office',
  admin: 'Administrator',
};

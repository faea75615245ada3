import type { StartingNotice } from '#area/reminders.ts';
import type { Feature } from '#contract/features.ts';
import type { NotificationType } from '#core/notifications/records.ts';

/** Every kind of chat and appointment, in the order that their labels are listed in (fez, Enums: FezType). */
export const fezTypes = [
  'closed',
  'open',
  'activity',
  'dining',
  'gaming',
  'meetup',
  'music',
  'other',
  'shore',
  'personalEvent',
  'privateEvent',
] as const;
export type FezType = (typeof fezTypes)[number];

export const fezVisibilities = ['private', 'public', 'unlisted'] as const;
export type FezVisibility = (typeof fezVisibilities)[number];

export type FezGroup = 'seamail' | 'lfg' | 'privateEvent';

/** The rules of one kind; no other code in the area depends on a type's name (fez rules 1 to 3). */
export interface Kind {
  readonly label: string;
  readonly group: FezGroup;
  /** The feature that its calls require in addition to that of the whole area (decision 27). */
  readonly feature?: Feature;
  /**
   * If one of these is disabled for a user, the kind is left out of counters, notifications and reminders (decision
   * 55).
   */
  readonly features: readonly Feature[];
  /** The allowed visibilities; the first is the default. */
  readonly visibilities: readonly [FezVisibility, ...FezVisibility[]];
  /** Whether anyone but the owner can be a member. */
  readonly hasOthers: boolean;
  /** The minimum number of members, including the owner. */
  readonly minMembers: number;
  /** Whether the owner adds and removes members. */
  readonly hasChangingMembers: boolean;
  readonly isLeftFreely: boolean;
  /** Whether sockets show joining and leaving live. */
  readonly showsMembersLive: boolean;
  readonly hasPosts: boolean;
  readonly takesImages: boolean;
  /** Whether it has info, place, times and capacities that may change; otherwise only the title changes. */
  readonly isAppointment: boolean;
  /** Whether moderators can read it without being members. */
  readonly isOpenToModerators: boolean;
  readonly isReportable: boolean;
  /** Whether members report posts with copies of them, since moderators can't read it (moderation rule R13). */
  readonly disclosesInReports?: true;
  /** Whether the owner may delete it; owners cancel other kinds. */
  readonly isDeletedByOwner: boolean;
  /** Whether former members still find it in the list of former ones. */
  readonly isKeptForFormer: boolean;
  /** Whether former members still see that it exists, without its content; the owner sees all of it (fez rule 12). */
  readonly isShownRedacted: boolean;
  /** Whether notices of posts name kind and title. The author suffices in a chat whose members never change. */
  readonly isNamedInNotices: boolean;
  readonly notifications: Readonly<Record<'added' | 'unread' | 'cancelled', NotificationType>>;
  /** The notice sent shortly before it starts; chats don't start. */
  readonly startingNotice?: StartingNotice;
}

const seamail = {
  group: 'seamail',
  feature: 'seamail',
  features: ['friendlyfez', 'seamail'],
  visibilities: ['private'],
  hasOthers: true,
  showsMembersLive: false,
  hasPosts: true,
  takesImages: false,
  isAppointment: false,
  isDeletedByOwner: false,
  isShownRedacted: false,
  notifications: { added: 'addedToSeamail', unread: 'seamailUnreadMsg', cancelled: 'lfgCanceled' },
} as const;

const appointment = {
  minMembers: 1,
  showsMembersLive: true,
  isNamedInNotices: true,
  isAppointment: true,
  isOpenToModerators: true,
} as const;

const lookingForGroup = {
  ...appointment,
  group: 'lfg',
  features: ['friendlyfez'],
  visibilities: ['public'],
  hasOthers: true,
  hasChangingMembers: true,
  isLeftFreely: true,
  hasPosts: true,
  takesImages: true,
  isReportable: true,
  isDeletedByOwner: false,
  isKeptForFormer: true,
  isShownRedacted: false,
  notifications: { added: 'addedToLFG', unread: 'fezUnreadMsg', cancelled: 'lfgCanceled' },
  startingNotice: 'joinedLFGStarting',
} as const;

const privateEvent = {
  ...appointment,
  group: 'privateEvent',
  features: ['friendlyfez', 'personalevents'],
  notifications: {
    added: 'addedToPrivateEvent',
    unread: 'privateEventUnreadMsg',
    cancelled: 'privateEventCanceled',
  },
  startingNotice: 'personalEventStarting',
} as const;

export const kinds: Readonly<Record<FezType, Kind>> = {
  closed: {
    ...seamail,
    label: 'Private Chat',
    minMembers: 2,
    hasChangingMembers: false,
    isLeftFreely: false,
    isOpenToModerators: false,
    isReportable: false,
    disclosesInReports: true,
    isKeptForFormer: false,
    isNamedInNotices: false,
  },
  open: {
    ...seamail,
    label: 'Open Chat',
    minMembers: 1,
    hasChangingMembers: true,
    isLeftFreely: true,
    isOpenToModerators: true,
    isReportable: true,
    isKeptForFormer: true,
    isNamedInNotices: true,
  },
  activity: { ...lookingForGroup, label: 'Activity' },
  dining: { ...lookingForGroup, label: 'Dining' },
  gaming: { ...lookingForGroup, label: 'Gaming' },
  meetup: { ...lookingForGroup, label: 'Meetup' },
  music: { ...lookingForGroup, label: 'Music' },
  other: { ...lookingForGroup, label: 'Other' },
  shore: { ...lookingForGroup, label: 'Shore' },
  personalEvent: {
    ...privateEvent,
    label: 'Personal Event',
    visibilities: ['private'],
    hasOthers: false,
    hasChangingMembers: false,
    isLeftFreely: false,
    hasPosts: false,
    takesImages: false,
    isReportable: false,
    isDeletedByOwner: true,
    isKeptForFormer: false,
    isShownRedacted: false,
  },
  privateEvent: {
    ...privateEvent,
    label: 'Private Event',
    visibilities: ['private', 'unlisted'],
    hasOthers: true,
    hasChangingMembers: true,
    isLeftFreely: true,
    hasPosts: true,
    takesImages: true,
    isReportable: true,
    isDeletedByOwner: false,
    isKeptForFormer: true,
    isShownRedacted: true,
  },
};

const nouns: Readonly<Record<FezGroup, string>> = { seamail: 'chat', lfg: 'group', privateEvent: 'event' };

/** Returns the noun for it in a sentence to users. */
export const getNoun = ({ group }: Kind): string => nouns[group];

/** Returns all types whose kind matches. */
export const filterTypes = (matches: (kind: Kind) => boolean): FezType[] =>
  fezTypes.filter((type) => matches(kinds[type]));

export const groupTypes = filterTypes((kind) => kind.group === 'lfg');
export const appointmentTypes = filterTypes((kind) => kind.isAppointment);
export const eventTypes = filterTypes((kind) => kind.group === 'privateEvent');

/** Whether a type may change to another one; only groups that look for members may (fez rule 39). */
export const canChangeType = (before: FezType, after: FezType): boolean =>
  before === after || (kinds[before].group === 'lfg' && kinds[after].group === 'lfg');

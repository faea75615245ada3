import type { StartingNotice } from '#area/reminders.ts';
import type { Feature } from '#contract/features.ts';
import type { NotificationType } from '#core/notifications/records.ts';

/** Every kind of chat and appointment, in the order in which their labels are listed (fez, Enums: FezType). */
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

/** The rules of one kind; nothing else in the area asks for a type by its name (fez rules 1 to 3). */
export interface Kind {
  readonly label: string;
  readonly group: FezGroup;
  /** What its calls ask for besides the switch of the whole area (decision 27). */
  readonly feature?: Feature;
  /** For anyone who has one of these switched off it counts, notifies and reminds nowhere (decision 55). */
  readonly features: readonly Feature[];
  /** What may be chosen; the first is the default. */
  readonly visibilities: readonly [FezVisibility, ...FezVisibility[]];
  /** Others than the owner may be in it. */
  readonly hasOthers: boolean;
  /** The owner and others together, at least. */
  readonly minMembers: number;
  /** The owner adds and removes members. */
  readonly hasChangingMembers: boolean;
  readonly isLeftFreely: boolean;
  /** Joining and leaving are shown live. */
  readonly showsMembersLive: boolean;
  readonly hasPosts: boolean;
  readonly takesImages: boolean;
  /** Has info, place, times and capacities, which may change; otherwise only the title does. */
  readonly isAppointment: boolean;
  /** Moderators read it without being in it. */
  readonly isOpenToModerators: boolean;
  readonly isReportable: boolean;
  /** The owner may delete it; others are cancelled. */
  readonly isDeletedByOwner: boolean;
  /** Anyone who was in it still finds it among the former ones. */
  readonly isKeptForFormer: boolean;
  /** Anyone who was in it still sees that it exists, without what it is about, its owner all of it (fez rule 12). */
  readonly isShownRedacted: boolean;
  /** The notice of a post names kind and title; in a chat whose members never change the author says enough. */
  readonly isNamedInNotices: boolean;
  readonly notifications: Readonly<Record<'added' | 'unread' | 'cancelled', NotificationType>>;
  /** Shortly before it starts; chats do not start. */
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

const group = {
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

const event = {
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
  activity: { ...group, label: 'Activity' },
  dining: { ...group, label: 'Dining' },
  gaming: { ...group, label: 'Gaming' },
  meetup: { ...group, label: 'Meetup' },
  music: { ...group, label: 'Music' },
  other: { ...group, label: 'Other' },
  shore: { ...group, label: 'Shore' },
  personalEvent: {
    ...event,
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
    ...event,
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

/** What users call it in a sentence. */
export const getNoun = ({ group }: Kind): string => nouns[group];

/** All types whose rules are so. */
export const listTypesWhere = (matches: (kind: Kind) => boolean): FezType[] =>
  fezTypes.filter((type) => matches(kinds[type]));

export const groupTypes = listTypesWhere((kind) => kind.group === 'lfg');
export const appointmentTypes = listTypesWhere((kind) => kind.isAppointment);
export const eventTypes = listTypesWhere((kind) => kind.group === 'privateEvent');

/** May a type become another one? Only among the groups that look for members (fez rule 39). */
export const mayBecome = (before: FezType, after: FezType): boolean =>
  before === after || (kinds[before].group === 'lfg' && kinds[after].group === 'lfg');

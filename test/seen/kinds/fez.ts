import { fezApi } from '#features/fez/api.ts';
import { moderatedFez, moderatedFezPost, moderatedPersonalEvent } from '#features/fez/moderation/moderation.ts';
import {
  createFez,
  eventFields,
  type Fields,
  fezParams,
  groupFields,
  join,
  leave,
  ownEventFields,
  setState,
  writePost,
} from '../../features/fez/support.ts';
import type { User } from '../../support/app.ts';
import { moderationApi } from '../../support/moderation.ts';
import type { ContentPiece, Rule, Scene, SeenKind } from '../kind.ts';
import { insiders, type Reader, staff } from '../readers.ts';
import { makeOncePerHost } from '../scene.ts';
import { foundByWords, notifiedInsiders, readByModerators } from '../table.ts';

const members: readonly Reader[] = ['author', ...insiders];
const membersNotHidden = members.filter((name) => !['blocker', 'blockersOther', 'blocked'].includes(name));
const shownToAuthor: Rule = { only: ['author'] };
const shownToMembers: Rule = { only: members };
const shownToMembersAndStaff: Rule = { only: [...members, 'moderator', 'admin'] };
const shownToAuthorAndStaff: Rule = { only: ['author', ...staff] };

/** Another feature, `personalevents` or `schedule`, switches off these calls. */
const shownDespiteFeatureOff: Rule = { fates: { featureOff: 'shown' } };

/** Everyone sees the notice, including moderators (moderation rule M5). */
const noticeForModerators: Rule = { ...readByModerators, fates: { ...readByModerators.fates, quarantined: 'notice' } };

const getInsiders = ({ readers }: Scene): User[] => insiders.map((name) => readers[name]);

interface FezVariant {
  readonly isAlone?: boolean;
  readonly isClosed?: boolean;
  /** A user was a member of the chat and left. */
  readonly isLeft?: boolean;
}

function makeFez(
  fields: Fields,
  { isAlone = false, isClosed = false, isLeft = false }: FezVariant = {},
): SeenKind['make'] {
  return async (scene, mark): Promise<ContentPiece> => {
    const { author, outsider, moderatorInside } = scene.readers;
    const fez = await createFez(author, { ...fields, title: mark, info: mark }, isAlone ? [] : getInsiders(scene));
    if (isLeft) await join(outsider, fez).then(() => leave(outsider, fez));
    // Moderators see only those closed chats that they are in (decision 50).
    const moderator = isClosed ? moderatorInside : scene.admin;
    return {
      known: { fezID: [fez.fezID] },
      id: ['fezID', fez.fezID],
      // Calendars use different ids, and nothing else is under review meanwhile.
      trace: new RegExp(`${fez.fezID}|SUMMARY:Under review`),
      isAbout: ({ contentID }) => contentID === fez.fezID,
      setState: (state) => setState(moderator, fez, state),
      delete: () => moderator.get(fezApi.delete, fezParams(fez)),
    };
  };
}

/** Mutes and mute words hide no chat and no appointment (fez rule 14, decision 29). */
const commonFields = {
  moderated: moderatedFez,
  feature: 'friendlyfez',
  isHiddenByMute: false,
  readers: { muter: 'shown', wordMuter: 'shown' },
  heardBy: [...notifiedInsiders, 'muter'],
} as const;

const closedChat: SeenKind = {
  ...commonFields,
  word: 'closed chat',
  make: makeFez({ fezType: 'closed' }, { isClosed: true }),
  ways: {
    'fez.read': shownToMembers,
    'fez.joined': shownToMembers,
    'fez.joined?search': { ...shownToMembers, ...foundByWords },
    'fez.owned': shownToAuthor,
    'fez.owned?search': { ...shownToAuthor, ...foundByWords },
    // No one is in a deleted chat.
    'moderation.fez': { fates: { ...noticeForModerators.fates, deleted: 'hidden' }, only: ['moderatorInside'] },
    'moderation.personalEvent': { fates: { ...readByModerators.fates, deleted: 'hidden' }, only: ['moderatorInside'] },
  },
};

const openChat: SeenKind = {
  ...commonFields,
  word: 'open chat',
  make: makeFez({ fezType: 'open' }),
  ways: {
    'fez.read': shownToMembersAndStaff,
    'fez.joined': shownToMembers,
    'fez.joined?search': { ...shownToMembers, ...foundByWords },
    'fez.owned': shownToAuthor,
    'fez.owned?search': { ...shownToAuthor, ...foundByWords },
    'moderation.fez': noticeForModerators,
    'moderation.personalEvent': readByModerators,
  },
};

const group: SeenKind = {
  ...commonFields,
  word: 'group',
  make: makeFez(groupFields, { isLeft: true }),
  ways: {
    'fez.read': {},
    // Only users who aren't in it yet search for it.
    'fez.open': { only: ['outsider', 'moderator', 'admin'] },
    'fez.open?search': { only: ['outsider', 'moderator', 'admin'], ...foundByWords },
    'fez.joined': shownToMembers,
    'fez.joined?search': { ...shownToMembers, ...foundByWords },
    'fez.owned': shownToAuthor,
    'fez.owned?search': { ...shownToAuthor, ...foundByWords },
    'fez.former': { only: ['outsider'], fates: { deleted: 'shown' }, appears: { deleted: membersNotHidden } },
    'fez.dayPlanner': { ...shownToMembers, ...shownDespiteFeatureOff },
    'appointments.list': shownToMembers,
    // Leaving adds a line to its history, which has the real title (fez rule 44).
    'moderation.fez': readByModerators,
    'moderation.personalEvent': readByModerators,
  },
};

const privateEvent: SeenKind = {
  ...commonFields,
  word: 'private event',
  make: makeFez(eventFields),
  ways: {
    'fez.read': shownToMembersAndStaff,
    'fez.joined': shownToMembers,
    'fez.joined?search': { ...shownToMembers, ...foundByWords },
    'fez.owned': shownToAuthor,
    'fez.owned?search': { ...shownToAuthor, ...foundByWords },
    'fez.personalEvents': { ...shownToMembers, ...shownDespiteFeatureOff },
    'fez.personalEvents?search': {
      ...shownToMembers,
      fates: { ...foundByWords.fates, ...shownDespiteFeatureOff.fates },
    },
    'fez.readPersonalEvent': { ...shownToMembersAndStaff, ...shownDespiteFeatureOff },
    'fez.personalEventCalendar': { ...shownToMembersAndStaff, ...shownDespiteFeatureOff },
    'fez.dayPlanner': { ...shownToMembers, ...shownDespiteFeatureOff },
    'appointments.list': shownToMembers,
    'moderation.fez': noticeForModerators,
    'moderation.personalEvent': readByModerators,
  },
};

const personalEvent: SeenKind = {
  ...commonFields,
  word: 'personal event',
  moderated: moderatedPersonalEvent,
  heardBy: [],
  make: makeFez(ownEventFields, { isAlone: true }),
  ways: {
    'fez.read': shownToAuthorAndStaff,
    'fez.joined': shownToAuthor,
    'fez.joined?search': { ...shownToAuthor, ...foundByWords },
    'fez.owned': shownToAuthor,
    'fez.owned?search': { ...shownToAuthor, ...foundByWords },
    'fez.personalEvents': { ...shownToAuthor, ...shownDespiteFeatureOff },
    'fez.personalEvents?search': {
      ...shownToAuthor,
      fates: { ...foundByWords.fates, ...shownDespiteFeatureOff.fates },
    },
    'fez.readPersonalEvent': { ...shownToAuthorAndStaff, ...shownDespiteFeatureOff },
    'fez.personalEventCalendar': { ...shownToAuthorAndStaff, ...shownDespiteFeatureOff },
    'fez.dayPlanner': { ...shownToAuthor, ...shownDespiteFeatureOff },
    'appointments.list': shownToAuthor,
    'moderation.fez': noticeForModerators,
    'moderation.personalEvent': readByModerators,
  },
};

const groupOfHost = makeOncePerHost((scene) =>
  createFez(scene.host, groupFields, [scene.readers.author, ...getInsiders(scene)]),
);

/** A post by the author in another user's group. Mute words apply only to public content (fez rule 14). */
const fezPost: SeenKind = {
  word: 'post in a group',
  moderated: moderatedFezPost,
  feature: 'friendlyfez',
  isHiddenByMute: true,
  readers: { wordMuter: 'shown' },
  heardBy: notifiedInsiders,
  async make(scene, mark): Promise<ContentPiece> {
    const { readers, admin } = scene;
    const fez = await groupOfHost(scene);
    const { postID } = await writePost(readers.author, fez, mark);
    return {
      known: { fezID: [fez.fezID], postID: [String(postID)] },
      id: ['postID', String(postID)],
      trace: new RegExp(`"postID":${postID}[,}]`),
      isAbout: ({ contentID, type }) => contentID === fez.fezID && JSON.stringify(type).includes('UnreadMsg'),
      setState: (state) => admin.get(moderationApi.setFezPostState, { params: { postID, state } }),
      delete: () => admin.get(fezApi.deletePost, { params: { postID } }),
    };
  },
  ways: {
    'fez.read': shownToMembersAndStaff,
    'moderation.fezPost': readByModerators,
  },
};

const closedChatOfHost = makeOncePerHost((scene) =>
  createFez(scene.host, { fezType: 'closed' }, [scene.readers.author, ...getInsiders(scene)]),
);

/** A message by the author in another user's closed chat. Moderators outside the chat can't see it at all. */
const closedPost: SeenKind = {
  ...fezPost,
  word: 'message in a closed chat',
  async make(scene, mark): Promise<ContentPiece> {
    const { author, moderatorInside } = scene.readers;
    const fez = await closedChatOfHost(scene);
    const { postID } = await writePost(author, fez, mark);
    return {
      known: { fezID: [fez.fezID], postID: [String(postID)] },
      id: ['postID', String(postID)],
      trace: new RegExp(`"postID":${postID}[,}]`),
      isAbout: ({ contentID, type }) => contentID === fez.fezID && JSON.stringify(type).includes('UnreadMsg'),
      setState: (state) => moderatorInside.get(moderationApi.setFezPostState, { params: { postID, state } }),
      delete: () => moderatorInside.get(fezApi.deletePost, { params: { postID } }),
    };
  },
  ways: {
    'fez.read': shownToMembers,
    'fez.reportDisclosure': { ...shownToMembers, readers: { muter: 'shown' } },
    'moderation.fezPost': { ...readByModerators, only: ['moderatorInside'] },
  },
};

export const fezKinds: readonly SeenKind[] = [
  closedChat,
  openChat,
  group,
  privateEvent,
  personalEvent,
  fezPost,
  closedPost,
];

import { profilesApi } from '#core/profiles/api.ts';
import { moderatedProfile } from '#core/profiles/moderation.ts';
import { setProfileState } from '../../support/accounts.ts';
import type { User } from '../../support/app.ts';
import type { ContentPiece, Rule, Scene, SeenKind } from '../kind.ts';
import { readByModerators } from '../table.ts';

type VisibilityByChange = NonNullable<Rule['fates']>;

const shownToStaff = { moderatorInside: 'shown', moderator: 'shown', admin: 'shown' } as const;

/**
 * Moderators can see a profile under review when they request it, but not where other users' names are listed
 * (moderation rule M5).
 */
const visibilityUnderReview = { ...shownToStaff, others: 'notice' } as const;
const profileVisibility: VisibilityByChange = {
  quarantined: visibilityUnderReview,
  autoQuarantined: visibilityUnderReview,
  // Only moderators see the profile of a banned user (core rule 79).
  authorBanned: { ...shownToStaff, author: 'hidden', others: 'hidden' },
  // The profile's owner still exists.
  deleted: 'notice',
};

/** Searches and headers also show the notice to the profile's owner (decision 62), and name banned users. */
const foundInSearches: Rule = {
  fates: {
    quarantined: { ...visibilityUnderReview, author: 'shown' },
    autoQuarantined: { ...visibilityUnderReview, author: 'shown' },
    authorBanned: { author: 'hidden', others: 'shown' },
  },
};

type Texts = Readonly<Record<string, string>>;

/** A user has one profile, and all its texts are replaced together. */
async function rewriteProfile(author: User, texts: Texts): Promise<void> {
  const { header, realName, about } = await author.get(profilesApi.readOwnProfile);
  await author.get(profilesApi.editOwnProfile, {
    body: { displayName: header.displayName, realName, about, ...texts },
  });
}

const makeWith =
  (...fields: readonly string[]) =>
  async ({ readers, admin }: Scene, mark: string): Promise<ContentPiece> => {
    const { author } = readers;
    const { userID, username } = author;
    const write = (text: string) => rewriteProfile(author, Object.fromEntries(fields.map((field) => [field, text])));
    await write(mark);
    return {
      known: { userID: [userID], searchString: [username], role: ['shutternaut'] },
      trace: new RegExp(`${userID}|${username}`),
      isAbout: () => false,
      setState: (state) => setProfileState(admin, userID, state),
      report: (reporter) => reporter.get(profilesApi.reportUser, { params: { userID }, body: { message: '' } }),
      delete: () => admin.get(profilesApi.editProfile, { params: { userID }, body: {} }),
    };
  };

/** Mutes don't hide profiles. */
const shownToMuters = { muter: 'shown', wordMuter: 'shown' } as const;

/** What a profile says about its owner (core rules 79 to 88). */
const profile: SeenKind = {
  word: 'profile',
  moderated: moderatedProfile,
  isOnly: true,
  isHiddenByMute: false,
  heardBy: [],
  readers: shownToMuters,
  fates: profileVisibility,
  make: makeWith('about', 'realName'),
  ways: {
    'profiles.readOwnProfile': { only: ['author'] },
    'profiles.readProfile': {},
    'profiles.readVCard': {},
    'users.matchAllNames': foundInSearches,
    // The feedback form shows users their own name.
    'feedback.ownByEvent': { only: ['author'] },
    'moderation.profile': readByModerators,
  },
};

/** A family's block list is shown to all its accounts. */
const shownWhereNamed = { blocker: 'shown', blockersOther: 'shown' } as const;

/** The name shown wherever a user is named. */
const displayName: SeenKind = {
  ...profile,
  word: 'display name',
  goesAlong: true,
  // Reports are about the whole profile.
  make: async (scene, mark) => {
    const { report: _, ...piece } = await makeWith('displayName')(scene, mark);
    return piece;
  },
  ways: {
    ...profile.ways,
    'feedback.ownByEvent': { only: ['author'] },
    'users.find': foundInSearches,
    'users.header': foundInSearches,
    'users.blocks': { only: ['blocker', 'blockersOther', 'moderator'], readers: shownWhereNamed, ...foundInSearches },
    'users.mutes': { only: ['muter'], ...foundInSearches },
  },
};

export const profileKinds: readonly SeenKind[] = [profile, displayName];

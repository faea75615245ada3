import { profilesApi } from '#core/profiles/api.ts';
import { moderatedProfile } from '#core/profiles/moderation.ts';
import { setProfileState } from '../../support/accounts.ts';
import type { User } from '../../support/app.ts';
import type { ContentPiece, Rule, Scene, SeenKind } from '../kind.ts';
import { readByModerators } from '../table.ts';

type VisibilityByChange = NonNullable<Rule['fates']>;

const staffSees = { moderatorInside: 'shown', moderator: 'shown', admin: 'shown' } as const;

/** Moderators see through a review wherever they ask for someone, no one where others are named (moderation rule M5). */
const reviewed = { ...staffSees, others: 'notice' } as const;
const profileVisibility: VisibilityByChange = {
  quarantined: reviewed,
  autoQuarantined: reviewed,
  // The profile of someone banned is missing for all but moderators (core rule 79).
  authorBanned: { ...staffSees, author: 'hidden', others: 'hidden' },
  // Its owner is still there.
  deleted: 'notice',
};

/** Searches and headers show it to its owner too (decision 62), and name those who are banned. */
const foundInSearches: Rule = {
  fates: {
    quarantined: { ...reviewed, author: 'shown' },
    autoQuarantined: { ...reviewed, author: 'shown' },
    authorBanned: { author: 'hidden', others: 'shown' },
  },
};

type Texts = Readonly<Record<string, string>>;

/** A profile is one; what it says in different places is replaced as a whole. */
async function rewrite(author: User, texts: Texts): Promise<void> {
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
    const write = (text: string) => rewrite(author, Object.fromEntries(fields.map((field) => [field, text])));
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

/** Mutes hide no one's profile. */
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
    // Who gives feedback finds their own name in the form.
    'feedback.ownByEvent': { only: ['author'] },
    'moderation.profile': readByModerators,
  },
};

/** A family's block list is shown to all its accounts. */
const named = { blocker: 'shown', blockersOther: 'shown' } as const;

/** The name shown wherever a user is named. */
const displayName: SeenKind = {
  ...profile,
  word: 'display name',
  goesAlong: true,
  // Reports are on the profile as a whole.
  make: async (scene, mark) => {
    const { report: _, ...piece } = await makeWith('displayName')(scene, mark);
    return piece;
  },
  ways: {
    ...profile.ways,
    'feedback.ownByEvent': { only: ['author'] },
    'users.find': foundInSearches,
    'users.header': foundInSearches,
    'users.blocks': { only: ['blocker', 'blockersOther', 'moderator'], readers: named, ...foundInSearches },
    'users.mutes': { only: ['muter'], ...foundInSearches },
  },
};

export const profileKinds: readonly SeenKind[] = [profile, displayName];

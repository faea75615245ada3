import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import type { EveryField } from '#contract/record.ts';
import { describePicture } from '#core/images/index.ts';
import { isUnderReview } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { UserRow } from '#core/users/tables.ts';
import type { ProfilePublicData, StoredProfileData } from './records.ts';

/** The viewer's note about the profile's account, and whether it's their favorite (core rule 81). */
export type PersonalFields = Pick<ProfilePublicData, 'note' | 'isFavorite'>;

/** Empty for the viewer's own profile. */
export const noPersonalFields: PersonalFields = { isFavorite: false };

const reviewNotice = 'Moderators are reviewing this profile.';

/** Whether the viewer sees only the name because the profile is under review (core rule 80). */
export function isHiddenFrom(viewer: Caller, row: UserRow): boolean {
  return isUnderReview(row.profileState) && !isAtLeast(viewer.level, 'moderator');
}

/**
 * Whether the viewer sees the owner's location and contact details. Unverified viewers don't, because anyone on the
 * network can create such an account (core rule 79a).
 */
export const canSeeContactData = ({ userID, level }: Caller, { id }: Pick<UserRow, 'id'>): boolean =>
  userID === id || isAtLeast(level, 'verified');

/** Presents a profile to the viewer, with the viewer's own remarks. */
export function presentProfile(
  context: Context,
  viewer: Caller,
  row: UserRow,
  remarks: PersonalFields,
): ProfilePublicData {
  if (isHiddenFrom(viewer, row)) return { ...presentHidden(row), ...remarks };
  const texts = canSeeContactData(viewer, row) ? presentVisible(row) : presentWithoutContactData(row);
  return { ...texts, imageDescription: describePicture(context, row.userImage), ...remarks };
}

type Texts = Omit<ProfilePublicData, keyof PersonalFields>;

function presentVisible(row: UserRow): Texts {
  return {
    header: presentStoredHeader(row),
    realName: row.realName ?? '',
    homeLocation: row.homeLocation ?? '',
    roomNumber: row.roomNumber ?? '',
    email: row.email ?? '',
    about: row.about ?? '',
    message: row.message ?? '',
    dinnerTeam: row.dinnerTeam ?? undefined,
    discordUsername: row.discordUsername ?? undefined,
  } satisfies EveryField<Texts, 'imageDescription'>;
}

/** Leaves out everything that only some viewers see, including texts that aren't named here. */
const omittedFields = { realName: '', homeLocation: '', roomNumber: '', email: '', about: '', message: '' };

function presentWithoutContactData(row: UserRow): Texts {
  const { header, realName, about, message } = presentVisible(row);
  return { ...omittedFields, header, realName, about, message };
}

const presentHidden = (row: UserRow): Texts => ({
  ...omittedFields,
  header: { ...presentStoredHeader(row), displayName: undefined, userImage: undefined },
  message: reviewNotice,
});

/** Returns the texts as stored, for moderators and the history. */
export function presentUploadData(row: UserRow): StoredProfileData {
  return {
    header: presentStoredHeader(row),
    displayName: row.displayName ?? undefined,
    realName: row.realName ?? undefined,
    preferredPronoun: row.preferredPronoun ?? undefined,
    homeLocation: row.homeLocation ?? undefined,
    roomNumber: row.roomNumber ?? undefined,
    email: row.email ?? undefined,
    message: row.message ?? undefined,
    about: row.about ?? undefined,
    dinnerTeam: row.dinnerTeam ?? undefined,
    discordUsername: row.discordUsername ?? undefined,
  } satisfies EveryField<StoredProfileData>;
}

/** Presents the header as stored, whatever the profile's state. */
export function presentStoredHeader(row: UserRow): UserHeader {
  return {
    userID: row.id,
    username: row.username,
    displayName: row.displayName ?? undefined,
    userImage: row.userImage ?? undefined,
    preferredPronoun: row.preferredPronoun ?? undefined,
  };
}

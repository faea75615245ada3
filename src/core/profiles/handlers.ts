import type { Context, Handlers, Write, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { Content } from '#contract/response.ts';
import { processUpload, waitForArchiving, writeOrDiscard } from '#core/images/index.ts';
import type { ImageUploadData } from '#core/images/records.ts';
import type { SentReason } from '#core/reports/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import type { profilesApi } from './api.ts';
import { setAvatar } from './avatar.ts';
import { changeUsername, editProfile, getChangeableProfile } from './change-profile.ts';
import { canSeeContactData, isHiddenFrom, noPersonalFields, presentProfile, presentStoredHeader } from './present.ts';
import {
  findPersonalFields,
  findPersonalFieldsOfOthers,
  getReadableProfile,
  getStoredProfile,
} from './read-profile.ts';
import type { ProfilePublicData, UserProfileUploadData } from './records.ts';
import { reportProfile } from './report-profile.ts';
import { writeVCard } from './vcard.ts';

function edit(context: WriteContext, caller: Caller, userID: string, input: UserProfileUploadData): ProfilePublicData {
  const row = editProfile(context, caller, userID, input);
  return presentProfile(context, caller, row, findPersonalFieldsOfOthers(context, caller, userID));
}

async function changeAvatar(context: Context, caller: Caller, upload: ImageUploadData, write: Write) {
  // Checked before the picture is processed, which is expensive, and again in the transaction.
  getChangeableProfile(context, caller, caller.userID);
  const picture = await processUpload(context, upload, { avatar: true, key: 'image' });
  const header = await writeOrDiscard(context, [picture], write, (context) => {
    setAvatar(context, caller, caller.userID, picture);
    return presentStoredHeader(getStoredProfile(context, caller.userID));
  });
  await waitForArchiving(context);
  return header;
}

async function removeAvatar(
  context: Context,
  caller: Caller,
  userID: string,
  write: Write,
  sent?: SentReason,
): Promise<void> {
  write((context) => setAvatar(context, caller, userID, undefined, sent));
  await waitForArchiving(context);
}

function presentVCard(viewer: Caller, row: UserRow): Content {
  const { username, displayName, realName, preferredPronoun } = row;
  const names = { username, displayName, realName, preferredPronoun };
  const shown = canSeeContactData(viewer, row) ? row : names;
  const card = writeVCard(isHiddenFrom(viewer, row) ? { username } : shown);
  return {
    mediaType: 'text/vcard; charset=utf-8',
    body: Buffer.from(card),
    attachment: `${row.username}.vcf`,
  };
}

/** The endpoints of the area. */
export function profilesHandlers(context: Context): Handlers<typeof profilesApi> {
  return {
    readOwnProfile: ({ caller }) =>
      presentProfile(context, caller, getStoredProfile(context, caller.userID), noPersonalFields),
    editOwnProfile: ({ caller, body, write }) => write((context) => edit(context, caller, caller.userID, body)),
    editProfile: ({ caller, params, body, write }) => write((context) => edit(context, caller, params.userID, body)),
    setAvatar: ({ caller, body, write }) => changeAvatar(context, caller, body, write),
    removeAvatar: ({ caller, write }) => removeAvatar(context, caller, caller.userID, write),
    removeAvatarOf: ({ caller, params, body, write }) => removeAvatar(context, caller, params.userID, write, body),
    changeOwnUsername: ({ caller, body, write }) =>
      write((context) => changeUsername(context, caller, caller.userID, body.username)),
    changeUsername: ({ caller, params, body, write }) =>
      write((context) => changeUsername(context, caller, params.userID, body.username)),
    readProfile: ({ caller, params }) => {
      const row = getReadableProfile(context, caller, params.userID);
      return presentProfile(context, caller, row, findPersonalFields(context, caller, params.userID));
    },
    readVCard: ({ caller, params }) => presentVCard(caller, getReadableProfile(context, caller, params.userID)),
    reportUser: ({ caller, params, body, write }) =>
      write((context) => reportProfile(context, caller, params.userID, body.message)),
  };
}

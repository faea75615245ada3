import { area } from '#area/area.ts';
import { countRows } from '#area/row-counts.ts';
import { profilesApi } from './api.ts';
import { profilesHandlers } from './handlers.ts';
import { moderatedProfile } from './moderation.ts';
import { listAvatars } from './pictures.ts';
import { profileEdits } from './tables.ts';
import { avatarDescriptionField } from './user-file.ts';

export const profiles = area({
  name: 'profiles',
  api: profilesApi,
  handlers: profilesHandlers,
  moderated: [moderatedProfile],
  pictures: listAvatars,
  userFileFields: avatarDescriptionField,
  rowCounts: { profileEdit: countRows(profileEdits) },
});

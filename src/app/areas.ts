import type { Area } from '#area/area.ts';
import { accounts } from '#core/accounts/area.ts';
import { appointments } from '#core/appointments/area.ts';
import { backups } from '#core/backups/area.ts';
import { catalogues } from '#core/catalogues/area.ts';
import { commands } from '#core/commands/area.ts';
import { consistency } from '#core/consistency/area.ts';
import { idempotency } from '#core/idempotency/area.ts';
import { images } from '#core/images/area.ts';
import { jobs } from '#core/jobs/area.ts';
import { machine } from '#core/machine/area.ts';
import { notifications } from '#core/notifications/area.ts';
import { posts } from '#core/posts/area.ts';
import { profiles } from '#core/profiles/area.ts';
import { publicText } from '#core/public-text/area.ts';
import { reports } from '#core/reports/area.ts';
import { settings } from '#core/settings/area.ts';
import { shipTime } from '#core/ship-time/area.ts';
import { teams } from '#core/teams/area.ts';
import { users } from '#core/users/area.ts';
import { announcements } from '#features/announcements/area.ts';
import { boardgames } from '#features/boardgames/area.ts';
import { clientServices } from '#features/client-services/area.ts';
import { dailyThemes } from '#features/daily-themes/area.ts';
import { feedback } from '#features/feedback/area.ts';
import { fez } from '#features/fez/area.ts';
import { forums } from '#features/forums/area.ts';
import { hunts } from '#features/hunts/area.ts';
import { incidents } from '#features/incidents/area.ts';
import { karaoke } from '#features/karaoke/area.ts';
import { microKaraoke } from '#features/micro-karaoke/area.ts';
import { microblog } from '#features/microblog/area.ts';
import { performers } from '#features/performers/area.ts';
import { phone } from '#features/phone/area.ts';
import { photostream } from '#features/photostream/area.ts';
import { quartermaster } from '#features/quartermaster/area.ts';
import { schedule } from '#features/schedule/area.ts';
import { seats } from '#features/seats/area.ts';
import { admin } from '#staff/admin/area.ts';
import { createModerationArea } from '#staff/moderation/area.ts';
import { serverState } from '#staff/server-state/area.ts';
import { userFile } from '#staff/user-file/area.ts';

/** The areas behind the staff's views, in dependency order: an area may use only those above it. */
const areasBelowStaff: readonly Area[] = [
  settings,
  commands,
  jobs,
  backups,
  shipTime,
  users,
  machine,
  images,
  accounts,
  reports,
  profiles,
  teams,
  posts,
  idempotency,
  appointments,
  notifications,
  publicText,
  catalogues,
  consistency,
  schedule,
  performers,
  seats,
  announcements,
  fez,
  forums,
  microblog,
  photostream,
  feedback,
  dailyThemes,
  microKaraoke,
  hunts,
  phone,
  boardgames,
  karaoke,
  quartermaster,
  incidents,
  clientServices,
];

/** Every part of the product, in dependency order. */
export const areas: readonly Area[] = [
  ...areasBelowStaff,
  createModerationArea(areasBelowStaff),
  admin,
  serverState,
  userFile,
];

import { area } from '#area/area.ts';
import { makeNightlyBackup, nightlyBackupJob } from './nightly-backup.ts';

/** Has no endpoint of its own: the crew sees backups in the log, the metrics and `gangway status`. */
export const backups = area({
  name: 'backups',
  api: {},
  handlers: () => ({}),
  jobs: (context) => [{ name: nightlyBackupJob, run: (stopping) => makeNightlyBackup(context, stopping) }],
});

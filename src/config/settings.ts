/** One line of the settings page in the crew's manual. */
export interface Setting {
  readonly variables: readonly string[];
  /** What applies when the variable isn't set, in words. */
  readonly byDefault: string;
  readonly meaning: string;
}

const setting = (variables: string, byDefault: string, meaning: string): Setting => ({
  variables: variables.split(' '),
  byDefault,
  meaning,
});

/** Every variable that `createConfig` reads, in the order of the manual; a test compares them. */
export const settings: readonly Setting[] = [
  setting(
    'VAPOR_ENV',
    '`development`',
    'Use `production` on the server. `development` and `testing` have well-known passwords and listen on this machine only (`--force` opens them). Any other name behaves like production.',
  ),
  setting('DATA_DIR', '`./data`', 'Everything the server owns.'),
  setting('CACHE_DIR', '`DATA_DIR/cache`', 'Where the executable unpacks its native libraries.'),
  setting('PORT', '8081', 'The port it listens on.'),
  setting('hostname', 'all interfaces; loopback in development and testing', 'The address it listens on.'),
  setting(
    'ADMIN_PASSWORD ADMIN_RECOVERY_KEY RECOVERY_KEY',
    'a generated password; no recovery key',
    'Secrets of the account `admin`, at the first start only; the last two mean the same. Later: `gangway user password admin`.',
  ),
  setting('THO_PASSWORD THO_RECOVERY_KEY', 'no sign-in', "Secrets of the office's account, at the first start."),
  setting('PROMETHEUS_PASSWORD', 'no sign-in', 'Password of the account that reads metrics.'),
  setting('EXTERNAL_URL', '`http://localhost:8081`', 'The address phones use.'),
  setting('CANONICAL_HOSTNAMES', 'none', 'More names of the server, separated by commas.'),
  setting(
    'PORT_TIMEZONE',
    'the zone of the first clock change, else `America/New_York`',
    'IANA zone of the home port.',
  ),
  setting('START_DATE', 'from the events', 'First day of the sailing, as `2026-03-21`.'),
  setting('CRUISE_LENGTH_DAYS', 'from the events', 'Number of days.'),
  setting('TLS_CERT TLS_KEY', 'plain HTTP', 'Certificate chain and key, PEM files.'),
  setting('TRUSTED_PROXIES', 'none', 'Addresses of proxies whose `X-Forwarded-For` is trusted, separated by commas.'),
  setting('USER_IMAGES', '`DATA_DIR/images`', 'Pictures.'),
  setting('DATABASE_URL DATABASE_DB', '`DATA_DIR/gangway.sqlite`', 'A `file:` path, or a file name in `DATA_DIR`.'),
  setting('CLIENT_APPS', 'none', 'Names of more apps, separated by commas.'),
  setting('CLIENT_USER_HEADER', '`X-Client-User`', 'The header that names the user in calls of service accounts.'),
  setting('NIGHTLY_CRON_HOUR', '9', 'Hour of the nightly jobs, in UTC.'),
  setting(
    'LOW_DISK_MB',
    '2147,1074,537,268; on disks below 43 GB 5, 2.5, 1.25 and 0.625 percent',
    'Free space in megabytes below which, in this order, the crew is warned, photos and clips are refused, new threads, chats and items are refused, and all writing except by staff is refused. `0` refuses nothing.',
  ),
  setting(
    'EXPECTED_PEOPLE',
    'none',
    'How many people are expected on board; `gangway ready` checks codes and disk space for them.',
  ),
  setting(
    'REHEARSAL_CLOCK',
    'none',
    'In development and testing: a clock that goes faster, as `2026-03-21T06:00:00Z at 2026-11-27T05:00:00Z times 1000`.',
  ),
  setting('READY_WITHOUT', 'none', 'Lines of `gangway ready` that you sail without, separated by commas.'),
  setting('SPARE_WAIT', 'off', '`true`: each response waits until the spare has the data.'),
  setting('BACKUP_DIR BACKUP_KEEP', 'none; 7', 'Folder for a backup every night, and how many to keep.'),
  setting(
    'ENABLE_UPDATE_SCHEDULE_JOB',
    'true',
    'Whether the schedule is fetched every hour from the address in the server settings, if there is one.',
  ),
  setting('ENABLE_LATE_DAY_FLIP', 'false', 'Checked at the start; has no effect.'),
  setting('LOG_LEVEL', '`info`', '`debug` logs every request.'),
];

/** Returns the settings as a Markdown list, which is readable on a terminal and as a page. */
export const formatSettings = (): string =>
  settings
    .map(
      ({ variables, byDefault, meaning }) =>
        `- ${variables.map((name) => `\`${name}\``).join(', ')}: ${meaning} Default: ${byDefault}.`,
    )
    .join('\n');

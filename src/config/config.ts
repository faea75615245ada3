import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readinessLineNames } from '#contract/readiness.ts';
import { type LogLevel, logLevels } from '#platform/observing/log.ts';
import type { RehearsalTime } from '#platform/time/clock.ts';
import {
  createEnvironmentReader,
  type Environment,
  type EnvironmentReader,
  InvalidSetting,
  isAddress,
  isHostname,
} from './env.ts';
import { settings } from './settings.ts';

/** The configuration, read and checked once at startup. */
export interface Config {
  /** development, production, testing, or a custom name that behaves like production. */
  readonly environment: string;
  /** Whether this is development or testing: test accounts, sample data, readable logs and response checks. */
  readonly isDevelopment: boolean;
  readonly folders: Folders;
  readonly databaseFile: string;
  readonly host: string;
  /** 0 lets the system choose a port. */
  readonly port: number;
  readonly tls: { readonly certificateFile: string; readonly keyFile: string } | undefined;
  /** Addresses of trusted proxies, whose `X-Forwarded-For` is used. */
  readonly trustedProxies: readonly string[];
  readonly externalURL: string;
  /** False if the public URL isn't set. */
  readonly hasExternalURL: boolean;
  readonly canonicalHostnames: readonly string[];
  /** Undefined to use the clock-change table (decision 38). */
  readonly portTimeZone: string | undefined;
  /** First day as yyyy-mm-dd; undefined to use the events (decision 44). */
  readonly startDate: string | undefined;
  readonly cruiseLengthDays: number | undefined;
  readonly nightlyHour: number;
  readonly backups: BackupSettings;
  readonly updateScheduleJob: boolean;
  readonly lateDayFlip: boolean;
  /**
   * Thresholds in free bytes: warn the crew, then reject pictures, new content and all writes. Undefined to derive them
   * from the disk's size.
   */
  readonly lowDisk: readonly number[] | undefined;
  /** How many people are expected aboard; undefined if not set. */
  readonly expectedPeople: number | undefined;
  /** Lines of `gangway ready` that the crew has decided to sail without. */
  readonly readyWithout: readonly string[];
  /** Whether responses wait until the spare has stored what they acknowledge. */
  readonly spareWait: boolean;
  readonly clientApps: readonly string[];
  readonly clientUserHeader: string;
  readonly firstPasswords: FirstPasswords;
  /** The accelerated clock of a rehearsal; undefined in production. */
  readonly rehearsal: RehearsalTime | undefined;
  readonly logLevel: LogLevel;
  /** Variables that are set for a separate database or cache server, which isn't needed. */
  readonly unneededVariables: readonly string[];
  /** Names in the environment file that nothing reads. */
  readonly unknownVariables: readonly string[];
}

/** Where the instance stores its data. */
export interface Folders {
  readonly data: string;
  readonly images: string;
  readonly secrets: string;
  /** Files that calls load by name: schedule, clock changes, codes, games, songs. */
  readonly seeds: string;
  /** Files served unchanged at `/public`. */
  readonly public: string;
  /** Dialects of apps written for another service (decision 92). */
  readonly dialects: string;
  /** Uploads in progress; emptied at every start. */
  readonly incoming: string;
}

/** Where nightly backups go and how many to retain; undefined for no backups. */
export interface BackupSettings {
  readonly folder: string | undefined;
  readonly keep: number;
}

/**
 * Passwords of the built-in accounts at the first start. If undefined, the account has no login, except the admin,
 * which gets a generated one.
 */
export interface FirstPasswords {
  readonly admin: string | undefined;
  readonly adminRecoveryKey: string | undefined;
  readonly managementOffice: string | undefined;
  readonly managementOfficeRecoveryKey: string | undefined;
  readonly metrics: string | undefined;
}

const unsupportedServerVariables = [
  'DATABASE_HOSTNAME',
  'DATABASE_PORT',
  'DATABASE_USER',
  'DATABASE_PASSWORD',
  'REDIS_URL',
  'REDIS_HOSTNAME',
  'REDIS_PORT',
  'REDIS_PASSWORD',
];

/** Command-line options that override the environment. */
export interface ConfigOptions {
  readonly hostname?: string | undefined;
  readonly port?: string | undefined;
  /** Names of the variables that the environment file sets. */
  readonly namesInFile?: readonly string[] | undefined;
}

/** Development and testing have accounts with well-known passwords; every other environment behaves like production. */
export const isDevelopmentEnvironment = (environment: string): boolean =>
  environment === 'development' || environment === 'testing';

/** Creates the configuration. Throws InvalidSetting naming the invalid variable. */
export function createConfig(name: string, environment: Environment, options: ConfigOptions = {}): Config {
  const read = createEnvironmentReader(environment);
  const isDevelopment = isDevelopmentEnvironment(name);
  const folders = readFolders(read);
  const config = {
    environment: name,
    isDevelopment,
    folders,
    databaseFile: readDatabaseFile(read, folders.data),
    host: readHost(read, options) ?? (isDevelopment ? '127.0.0.1' : '0.0.0.0'),
    port: readPort(read, options),
    tls: readTls(read),
    trustedProxies: read.list('TRUSTED_PROXIES', isAddress, 'IP addresses'),
    externalURL: read.url('EXTERNAL_URL', 'http://localhost:8081'),
    canonicalHostnames: read.list('CANONICAL_HOSTNAMES', isHostname, 'host names'),
    portTimeZone: read.zone('PORT_TIMEZONE'),
    startDate: read.date('START_DATE'),
    cruiseLengthDays: read.integer('CRUISE_LENGTH_DAYS', undefined, 1, 365),
    nightlyHour: read.integer('NIGHTLY_CRON_HOUR', 9, 0, 23),
    backups: readBackups(read),
    updateScheduleJob: read.flag('ENABLE_UPDATE_SCHEDULE_JOB', true),
    lateDayFlip: read.flag('ENABLE_LATE_DAY_FLIP', false),
    lowDisk: readLowDisk(read),
    expectedPeople: read.integer('EXPECTED_PEOPLE', undefined, 1, 100_000),
    readyWithout: read.list(
      'READY_WITHOUT',
      isLineName,
      `lines of \`gangway ready\` (${readinessLineNames.join(', ')})`,
    ),
    spareWait: read.flag('SPARE_WAIT', false),
    clientApps: read.list('CLIENT_APPS', isAppName, 'lowercase words'),
    clientUserHeader: read.headerName('CLIENT_USER_HEADER', 'X-Client-User'),
    firstPasswords: readFirstPasswords(read, isDevelopment),
    rehearsal: readRehearsal(read, isDevelopment),
    logLevel: read.word('LOG_LEVEL', 'info', logLevels),
    hasExternalURL: read.text('EXTERNAL_URL') !== undefined,
    unneededVariables: unsupportedServerVariables.filter((variable) => read.text(variable) !== undefined),
  };
  const known = new Set([...settings.flatMap(({ variables }) => variables), ...unsupportedServerVariables]);
  const undescribed = [...read.names()].filter((name) => !known.has(name));
  if (undescribed.length > 0) throw new Error(`src/config/settings.ts doesn't describe ${undescribed.join(', ')}`);
  return { ...config, unknownVariables: (options.namesInFile ?? []).filter((name) => !known.has(name)) };
}

function readBackups(read: EnvironmentReader): BackupSettings {
  const folder = read.text('BACKUP_DIR');
  return { folder: folder && resolve(folder), keep: read.integer('BACKUP_KEEP', 7, 1, 1000) };
}

const lowDiskThresholdCount = 4;

/** Four non-increasing numbers of megabytes; a single 0 disables the checks. */
function readLowDisk(read: EnvironmentReader): Config['lowDisk'] {
  const sizes = read.list('LOW_DISK_MB', (part) => /^\d{1,8}$/.test(part), 'numbers of megabytes').map(Number);
  if (sizes.length === 0) return undefined;
  const isOff = sizes.length === 1 && sizes[0] === 0;
  const falls = sizes.every((size, index) => index === 0 || size <= (sizes[index - 1] ?? 0));
  if (!isOff && (sizes.length !== lowDiskThresholdCount || !falls))
    throw new InvalidSetting(
      'LOW_DISK_MB',
      'must be 0 or four decreasing numbers of megabytes, such as 2000,1000,500,250',
    );
  return sizes.map((size) => size * 1_000_000);
}

const maxSpeed = 10_000;

/** `2026-03-21T06:00:00Z at 2026-11-27T05:00:00Z times 1000`: at the second instant the clock starts at the first. */
function readRehearsal(read: EnvironmentReader, isDevelopment: boolean): RehearsalTime | undefined {
  const text = read.text('REHEARSAL_CLOCK');
  if (text === undefined) return undefined;
  if (!isDevelopment) throw new InvalidSetting('REHEARSAL_CLOCK', 'is only for development and testing');
  const [, at = '', began = '', speed = ''] = /^(\S+) at (\S+) times (\d{1,5})$/.exec(text) ?? [];
  const time = { at: new Date(at), began: new Date(began), speed: Number(speed) };
  const isTime = !Number.isNaN(time.at.getTime()) && !Number.isNaN(time.began.getTime());
  if (isTime && time.speed >= 1 && time.speed <= maxSpeed) return time;
  throw new InvalidSetting(
    'REHEARSAL_CLOCK',
    `must look like 2026-03-21T06:00:00Z at 2026-11-27T05:00:00Z times 1000, not "${text}"`,
  );
}

const isLineName = (name: string): boolean => readinessLineNames.some((line) => line === name);
const isAppName = (name: string): boolean => /^[a-z0-9_-]{1,40}$/.test(name);

function readHost(read: EnvironmentReader, options: ConfigOptions): string | undefined {
  const host = options.hostname ?? read.text('hostname');
  if (host === undefined || isHostname(host)) return host;
  throw new InvalidSetting(
    options.hostname === undefined ? 'hostname' : '--hostname',
    `must be the name or address of this machine, not "${host}"`,
  );
}

function readPort(read: EnvironmentReader, { port }: ConfigOptions): number {
  if (port === undefined) return read.integer('PORT', 8081, 0, 65535);
  return createEnvironmentReader({ '--port': port }).integer('--port', 8081, 0, 65535);
}

/** The default paths below a data folder. */
export function locateFolders(data: string): Folders {
  return {
    data,
    images: join(data, 'images'),
    secrets: join(data, 'secrets'),
    seeds: join(data, 'seeds'),
    public: join(data, 'public'),
    dialects: join(data, 'dialects'),
    incoming: join(data, 'incoming'),
  };
}

function readFolders(read: EnvironmentReader): Folders {
  const defaults = locateFolders(resolve(read.text('DATA_DIR') ?? 'data'));
  return { ...defaults, images: resolve(read.text('USER_IMAGES') ?? defaults.images) };
}

function readDatabaseFile(read: EnvironmentReader, dataFolder: string): string {
  const url = read.text('DATABASE_URL');
  if (url !== undefined) return parseFileUrl(url);
  const name = read.text('DATABASE_DB') ?? 'gangway.sqlite';
  if (/[/\\]/.test(name) || name.startsWith('.'))
    throw new InvalidSetting('DATABASE_DB', `must be a plain file name, not "${name}"`);
  return join(dataFolder, name);
}

function parseFileUrl(url: string): string {
  const path = url.startsWith('file:///') ? decodeFileUrl(url) : /^file:(?!\/\/)(.+)$/.exec(url)?.[1];
  if (path !== undefined) return resolve(path);
  throw new InvalidSetting(
    'DATABASE_URL',
    `must be a file: path such as file:/var/lib/gangway/gangway.sqlite, not "${url}"`,
  );
}

/** Returns the path of a `file:///` URL; undefined if it's malformed. */
function decodeFileUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

function readTls(read: EnvironmentReader): Config['tls'] {
  const certificateFile = read.text('TLS_CERT');
  const keyFile = read.text('TLS_KEY');
  if (certificateFile && keyFile) return { certificateFile, keyFile };
  if (certificateFile || keyFile)
    throw new InvalidSetting(
      certificateFile ? 'TLS_KEY' : 'TLS_CERT',
      'must be set too: TLS_CERT and TLS_KEY go together',
    );
  return undefined;
}

function readFirstPasswords(read: EnvironmentReader, isDevelopment: boolean): FirstPasswords {
  const developmentPassword = isDevelopment ? 'password' : undefined;
  const developmentRecoveryKey = isDevelopment ? 'recovery key' : undefined;
  return {
    admin: read.secret('ADMIN_PASSWORD') ?? developmentPassword,
    adminRecoveryKey: read.secret('ADMIN_RECOVERY_KEY') ?? read.secret('RECOVERY_KEY') ?? developmentRecoveryKey,
    managementOffice: read.secret('THO_PASSWORD') ?? developmentPassword,
    managementOfficeRecoveryKey: read.secret('THO_RECOVERY_KEY') ?? developmentRecoveryKey,
    metrics: read.secret('PROMETHEUS_PASSWORD') ?? developmentPassword,
  };
}

import { existsSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { parseEnv } from 'node:util';
import { isZoneID } from '#platform/time/zone-id.ts';

/** An environment setting is invalid; the message is a sentence that begins with the variable. */
export class InvalidSetting extends Error {
  constructor(variable: string, complaint: string) {
    super(`${variable} ${complaint}.`);
    this.name = 'InvalidSetting';
  }
}

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const environmentNameVariable = 'VAPOR_ENV';

/**
 * Returns the environment's name: `--env`, else VAPOR_ENV, else development. Throws InvalidSetting unless it's a plain
 * word.
 */
export function readEnvironmentName(option: string | undefined, environment: Environment): string {
  const name = option ?? (environment[environmentNameVariable]?.trim() || 'development');
  if (/^[A-Za-z0-9_-]{1,40}$/.test(name)) return name;
  throw new InvalidSetting(
    option === undefined ? environmentNameVariable : '--env',
    `must be a plain word, not "${name}"`,
  );
}

/** Returns the file name for an environment's variables, in the current folder. */
export const nameEnvironmentFile = (name: string): string => `${name}.env`;

/** Reads the variables of an optional `NAME.env` file in the current folder. */
export function readEnvironmentFile(name: string): Environment {
  const file = nameEnvironmentFile(name);
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

/** Merges the process's variables over those of the environment file. */
export function readEnvironment(name: string, environment: Environment): Environment {
  const fromFile = readEnvironmentFile(name);
  const present = Object.entries(environment).filter(([, value]) => value !== undefined);
  return { ...fromFile, ...Object.fromEntries(present) };
}

/** Reads single variables, each with its own error message. An empty variable counts as not set. */
export function createEnvironmentReader(environment: Environment) {
  const names = new Set<string>();
  const look = (variable: string): string | undefined => {
    names.add(variable);
    return environment[variable];
  };
  const text = (variable: string): string | undefined => look(variable)?.trim() || undefined;

  /** `parse` returns undefined for an invalid value; `expected` says what it must be. */
  function read<Value>(
    variable: string,
    defaultValue: Value,
    parse: (text: string) => Value | undefined,
    expected: string,
  ): Value {
    const given = text(variable);
    if (given === undefined) return defaultValue;
    const value = parse(given);
    if (value === undefined) throw new InvalidSetting(variable, `must be ${expected}, not "${given}"`);
    return value;
  }

  return {
    text,
    /** The raw value, spaces included. */
    secret: (variable: string) => look(variable) || undefined,
    /** The variables read so far. */
    names: () => [...names],
    integer: <Default extends number | undefined>(variable: string, defaultValue: Default, min: number, max: number) =>
      read<number | Default>(
        variable,
        defaultValue,
        (text) => parseInteger(text, min, max),
        `a whole number from ${min} to ${max}`,
      ),
    flag: (variable: string, defaultValue: boolean) => read(variable, defaultValue, parseFlag, 'true or false'),
    /** A comma-separated list; `expected` says in the plural what each part must be. */
    list: (variable: string, isPart: (part: string) => boolean, expected: string): string[] => {
      const parts = (text(variable) ?? '').split(',').map((part) => part.trim());
      const bad = parts.find((part) => part !== '' && !isPart(part));
      if (bad !== undefined) throw new InvalidSetting(variable, `must list ${expected}, not "${bad}"`);
      return parts.filter((part) => part !== '');
    },
    zone: (variable: string) =>
      read(variable, undefined, acceptIf(isZoneID), 'an IANA time zone such as America/New_York'),
    date: (variable: string) => read(variable, undefined, acceptIf(isDate), 'a date such as 2026-03-21'),
    url: (variable: string, defaultValue: string) =>
      removeSlashesAtEnd(
        read(variable, defaultValue, acceptIf(isWebAddress), 'an address such as http://gangway.ship'),
      ),
    word: <Word extends string>(variable: string, defaultValue: Word, words: readonly Word[]) =>
      read(
        variable,
        defaultValue,
        (text) => words.find((word) => word === text.toLowerCase()),
        `one of ${words.join(', ')}`,
      ),
    headerName: (variable: string, defaultValue: string) =>
      read(
        variable,
        defaultValue,
        acceptIf((text) => isHeaderName(text) && !isReservedHeader(text)),
        'a header without a meaning of its own, such as X-Client-User',
      ),
  };
}

/** The result of `createEnvironmentReader`. */
export type EnvironmentReader = ReturnType<typeof createEnvironmentReader>;

/** Returns a parser that accepts any text that passes the test, unchanged. */
const acceptIf =
  (test: (text: string) => boolean) =>
  (text: string): string | undefined =>
    test(text) ? text : undefined;

function parseInteger(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

function parseFlag(text: string): boolean | undefined {
  if (/^(true|1|on|yes)$/i.test(text)) return true;
  return /^(false|0|off|no)$/i.test(text) ? false : undefined;
}

const isHeaderName = (text: string): boolean => /^[A-Za-z0-9-]{1,60}$/.test(text);

/** Headers with a meaning to this service, a browser or a proxy, which would misread their values. */
const reservedHeaders = new Set([
  ...['authorization', 'cookie', 'set-cookie', 'host', 'origin', 'referer', 'user-agent', 'range', 'accept', 'date'],
  ...['connection', 'keep-alive', 'upgrade', 'te', 'trailer', 'transfer-encoding', 'expect', 'max-forwards', 'via'],
  ...['cache-control', 'pragma', 'forwarded', 'idempotency-key', 'x-request-id', 'x-real-ip', 'x-requested-with'],
]);
const reservedPrefixes = ['accept-', 'access-control-', 'content-', 'if-', 'proxy-', 'sec-', 'x-forwarded-'];

function isReservedHeader(header: string): boolean {
  const name = header.toLowerCase();
  return reservedHeaders.has(name) || reservedPrefixes.some((start) => name.startsWith(start));
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const removeSlashesAtEnd = (address: string): string => address.replace(/(?<!\/)\/+$/, '');

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** A hostname or address that can be in a URL. */
export const isHostname = (text: string): boolean =>
  isIP(text) !== 0 || (/^[A-Za-z0-9.-]{1,253}$/.test(text) && URL.canParse(`http://${text}`));

/** An IP address. */
export const isAddress = (text: string): boolean => isIP(text) !== 0;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only the machine itself can be reached by this name or address. */
export const isLoopback = (host: string): boolean =>
  /^(?:.+\.)?localhost$/i.test(host) || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6'));

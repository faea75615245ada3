import { existsSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { parseEnv } from 'node:util';
import { isZoneID } from '#platform/time/zone-id.ts';

/** A setting of the environment cannot be used; the message is a sentence that begins with the variable. */
export class InvalidSetting extends Error {
  constructor(variable: string, complaint: string) {
    super(`${variable} ${complaint}.`);
    this.name = 'InvalidSetting';
  }
}

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const variableOfName = 'VAPOR_ENV';

/** The environment's name: `--env`, else VAPOR_ENV, else development. Throws InvalidSetting for no plain word. */
export function readEnvironmentName(option: string | undefined, environment: Environment): string {
  const name = option ?? (environment[variableOfName]?.trim() || 'development');
  if (/^[A-Za-z0-9_-]{1,40}$/.test(name)) return name;
  throw new InvalidSetting(option === undefined ? variableOfName : '--env', `must be a plain word, not "${name}"`);
}

/** The name of the file with the variables of an environment, in the current folder. */
export const nameEnvironmentFile = (name: string): string => `${name}.env`;

/** The variables of an optional `NAME.env` file in the current folder. */
export function readEnvironmentFile(name: string): Environment {
  const file = nameEnvironmentFile(name);
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

/** The process's variables over those of the environment's file. */
export function readEnvironment(name: string, environment: Environment): Environment {
  const fromFile = readEnvironmentFile(name);
  const present = Object.entries(environment).filter(([, value]) => value !== undefined);
  return { ...fromFile, ...Object.fromEntries(present) };
}

/** Reads single variables, each with its own complaint. An empty variable counts as not set. */
export function createReader(environment: Environment) {
  const names = new Set<string>();
  const look = (variable: string): string | undefined => {
    names.add(variable);
    return environment[variable];
  };
  const text = (variable: string): string | undefined => look(variable)?.trim() || undefined;

  /** `parse` returns undefined for what the variable may not be; `expected` says what it must be. */
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
    /** Taken as it is, spaces included. */
    secret: (variable: string) => look(variable) || undefined,
    /** All that was asked for so far. */
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
      read(variable, undefined, accept(isZoneID), 'an IANA time zone such as America/New_York'),
    date: (variable: string) => read(variable, undefined, accept(isDate), 'a date such as 2026-03-21'),
    url: (variable: string, defaultValue: string) =>
      removeSlashesAtEnd(read(variable, defaultValue, accept(isWebAddress), 'an address such as http://gangway.ship')),
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
        accept((text) => isHeaderName(text) && !hasMeaning(text)),
        'a header without a meaning of its own, such as X-Client-User',
      ),
  };
}

/** What `createReader` makes. */
export type EnvironmentReader = ReturnType<typeof createReader>;

/** A parser that takes a text as it is when the test passes. */
const accept =
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

/** Headers that this service, a browser or a proxy takes for something else: their values would be read as that. */
const headersWithMeaning = new Set([
  ...['authorization', 'cookie', 'set-cookie', 'host', 'origin', 'referer', 'user-agent', 'range', 'accept', 'date'],
  ...['connection', 'keep-alive', 'upgrade', 'te', 'trailer', 'transfer-encoding', 'expect', 'max-forwards', 'via'],
  ...['cache-control', 'pragma', 'forwarded', 'idempotency-key', 'x-request-id', 'x-real-ip', 'x-requested-with'],
]);
const families = ['accept-', 'access-control-', 'content-', 'if-', 'proxy-', 'sec-', 'x-forwarded-'];

function hasMeaning(header: string): boolean {
  const name = header.toLowerCase();
  return headersWithMeaning.has(name) || families.some((start) => name.startsWith(start));
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

/** A name or address that can be in a web address. */
export const isHostname = (text: string): boolean =>
  isIP(text) !== 0 || (/^[A-Za-z0-9.-]{1,253}$/.test(text) && URL.canParse(`http://${text}`));

/** An IP address. */
export const isAddress = (text: string): boolean => isIP(text) !== 0;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Is this the name or address of a machine by which only the machine itself can be reached? */
export const isLoopback = (host: string): boolean =>
  /^(?:.+\.)?localhost$/i.test(host) || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6'));

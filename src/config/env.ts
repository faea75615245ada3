import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseEnv } from 'node:util';
import { isZoneID } from '#platform/zone-id.ts';

/** A setting of the environment cannot be used; the sentence names the variable. */
export class InvalidSetting extends Error {
  constructor(variable: string, complaint: string) {
    super(`${variable} ${complaint}`);
    this.name = 'InvalidSetting';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

const variableOfName = 'VAPOR_ENV';

/** The environment's name: `--env`, else VAPOR_ENV, else development. Throws InvalidSetting for no plain word. */
export function readEnvironmentName(option: string | undefined, environment: Environment): string {
  const name = option ?? (environment[variableOfName]?.trim() || 'development');
  if (/^[A-Za-z0-9_-]{1,40}$/.test(name)) return name;
  throw new InvalidSetting(option === undefined ? variableOfName : '--env', `must be a plain word, not "${name}"`);
}

/** The process's variables over those of an optional `NAME.env` file in the current folder. */
export function readEnvironment(name: string, environment: Environment): Environment {
  const file = `${name}.env`;
  if (!existsSync(file)) return environment;
  const fromFile: Environment = parseEnv(readFileSync(file, 'utf8'));
  const present = Object.entries(environment).filter(([, value]) => value !== undefined);
  return { ...fromFile, ...Object.fromEntries(present) };
}

/** Reads single variables, each with its own complaint. An empty variable counts as not set. */
export function createReader(environment: Environment) {
  const raw = (variable: string): string | undefined => {
    const value = environment[variable]?.trim();
    return value === '' ? undefined : value;
  };

  function read<Value>(
    variable: string,
    usual: Value,
    parse: (text: string) => Value | undefined,
    wanted: string,
  ): Value {
    const text = raw(variable);
    if (text === undefined) return usual;
    const value = parse(text);
    if (value === undefined) throw new InvalidSetting(variable, `must be ${wanted}, not "${text}"`);
    return value;
  }

  return {
    text: raw,
    /** Taken as it is, spaces included. */
    secret: (variable: string) => environment[variable] || undefined,
    integer: <Usual extends number | undefined>(variable: string, usual: Usual, min: number, max: number) =>
      read<number | Usual>(
        variable,
        usual,
        (text) => (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
        `a whole number from ${min} to ${max}`,
      ),
    flag: (variable: string, usual: boolean) =>
      read(
        variable,
        usual,
        (text) => (/^(true|1|on|yes)$/i.test(text) ? true : /^(false|0|off|no)$/i.test(text) ? false : undefined),
        'true or false',
      ),
    /** A comma-separated list; `wanted` says in the plural what each part must be. */
    list: (variable: string, isPart: (part: string) => boolean, wanted: string): string[] => {
      const parts = (raw(variable) ?? '').split(',').map((part) => part.trim());
      const bad = parts.find((part) => part !== '' && !isPart(part));
      if (bad !== undefined) throw new InvalidSetting(variable, `must list ${wanted}, not "${bad}"`);
      return parts.filter((part) => part !== '');
    },
    zone: (variable: string) =>
      read<string | undefined>(
        variable,
        undefined,
        (text) => (isZoneID(text) ? text : undefined),
        'an IANA time zone such as America/New_York',
      ),
    date: (variable: string) =>
      read<string | undefined>(
        variable,
        undefined,
        (text) => (isDate(text) ? text : undefined),
        'a date such as 2026-03-21',
      ),
    url: (variable: string, usual: string) =>
      read(
        variable,
        usual,
        (text) => (isWebAddress(text) ? text.replace(/\/+$/, '') : undefined),
        'an address such as http://gangway.ship',
      ),
    word: <Word extends string>(variable: string, usual: Word, words: readonly Word[]) =>
      read(variable, usual, (text) => words.find((word) => word === text.toLowerCase()), `one of ${words.join(', ')}`),
    headerName: (variable: string, usual: string) =>
      read(
        variable,
        usual,
        (text) => (/^[A-Za-z0-9-]{1,60}$/.test(text) ? text : undefined),
        'the name of an HTTP header',
      ),
  };
}

export type EnvironmentReader = ReturnType<typeof createReader>;

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** A name or address that can stand in a web address. */
export const isHostname = (text: string): boolean =>
  isIP(text) !== 0 || (/^[A-Za-z0-9.-]{1,253}$/.test(text) && URL.canParse(`http://${text}`));

export const isAddress = (text: string): boolean => isIP(text) !== 0;

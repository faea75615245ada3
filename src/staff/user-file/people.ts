import * as v from 'valibot';
import { malformed } from '#contract/errors.ts';

/** The list in a file; its records are checked one by one, since one bad record must not stop the rest. */
export interface People {
  readonly users: readonly unknown[];
  /** By key, including unknown ones. */
  readonly lists: ReadonlyMap<string, readonly unknown[]>;
}

const maxUsers = 50_000;

const UserFileRoot = v.looseObject({ users: v.array(v.unknown()) });

/** Throws 400 for a text that isn't such a list. */
export function readPeople(text: string): People {
  const top = v.safeParse(UserFileRoot, parseJson(text));
  if (!top.success) throw malformed('The file cannot be used: its list has no users.', 'unreadableFile');
  const { users, ...rest } = top.output;
  if (users.length > maxUsers)
    throw malformed(`The file cannot be used: it has more than ${maxUsers} users.`, 'unreadableFile');
  const lists = Object.entries(rest).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return { users, lists: new Map(lists) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("We can't use this file: its list isn't JSON.", 'unreadableFile');
  }
}

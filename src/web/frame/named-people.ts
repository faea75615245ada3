import { AppError } from '#contract/errors.ts';
import { findingApi } from '#core/users/api/finding.ts';
import { maxUsername, type UserHeader } from '#core/users/records.ts';
import type { Visit } from '../visit.ts';

/** Endpoints for actions whose form has a field for usernames. */
export const usernameEndpoints = [findingApi.find, findingApi.matchAllNames] as const;

/** A field for one username, with or without an @ before it. */
export const personField = {
  name: 'username',
  label: 'Username',
  names: 'one',
  isRequired: true,
  maxLength: maxUsername + 1,
} as const;

/** A field for several usernames. */
export const peopleField = {
  name: 'people',
  names: 'several',
  hint: 'Usernames, separated by spaces',
  maxLength: 2000,
} as const;

type NamesVisit = Pick<Visit, 'ask'>;

const maxPeople = 50;
const maxProposed = 3;

/** Splits the text of a field for several usernames, with or without an @ before each. */
const splitNames = (typed: string): string[] => typed.split(/[\s,;]+/).filter((name) => name !== '');

/**
 * Returns the ids of the people named in a field. Throws 400 for too many, and 404 with the field's error for unknown
 * names.
 */
export async function findPeople(visit: NamesVisit, field: string, typed: string): Promise<string[]> {
  const names = splitNames(typed);
  if (names.length > maxPeople)
    throw createFieldError('malformed', field, `You named ${names.length} people; the limit is ${maxPeople}.`);
  const found: string[] = [];
  const complaints: string[] = [];
  for (const name of names) {
    const userID = await findByUsername(visit, name);
    if (userID === undefined) complaints.push(await describeUnknown(visit, name));
    else found.push(userID);
  }
  if (complaints.length > 0) throw createFieldError('notFound', field, complaints.join(' '));
  return found;
}

/** Like `findPeople`, for a field with one username. */
export async function findPerson(visit: NamesVisit, field: string, typed: string): Promise<string> {
  const userID = await findByUsername(visit, typed.trim());
  if (userID === undefined) throw createFieldError('notFound', field, await describeUnknown(visit, typed.trim()));
  return userID;
}

const createFieldError = (code: 'malformed' | 'notFound', field: string, sentence: string): AppError =>
  new AppError(code, sentence, { fieldErrors: { [field]: sentence } });

const removeAtSign = (name: string): string => name.replace(/^@/, '');

async function findByUsername(visit: NamesVisit, name: string): Promise<string | undefined> {
  const searchString = removeAtSign(name);
  const found = searchString !== '' && (await orUndefinedOn(visit.ask(findingApi.find, { params: { searchString } })));
  return found ? found.userID : undefined;
}

/** Returns the error for an unknown username, with suggestions. */
async function describeUnknown(visit: NamesVisit, name: string): Promise<string> {
  const searchString = removeAtSign(name);
  const similar = await orUndefinedOn(visit.ask(findingApi.matchAllNames, { params: { searchString } }));
  const proposed = (similar ?? []).slice(0, maxProposed).map(describe);
  const advice = proposed.length > 0 ? `Did you mean ${proposed.join(' or ')}?` : 'Search for them under More, People.';
  return `No one has the username “${name}”. ${advice}`;
}

const describe = ({ username, displayName }: UserHeader): string =>
  displayName ? `@${username} (${displayName})` : `@${username}`;

/** The call may be rejected, for example if the name is too short to search for. */
const orUndefinedOn = <Value>(asking: Promise<Value>): Promise<Value | undefined> =>
  asking.catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });

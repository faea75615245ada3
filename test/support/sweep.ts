import { randomUUID } from 'node:crypto';
import type { Access } from '#contract/access.ts';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import { queryBoolean, queryUuid } from '#contract/query.ts';
import type { User } from './app.ts';
import type { CallOptions, Reply } from './client.ts';
import { declaredVariants, expectedOutcome, fillPath, paramNames } from './declared.ts';

/** Values for path parameters by their name, such as all ids of fezzes for `fezID`. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** A call that can be made without a body. */
export interface SweepCall {
  /** The endpoint's name, such as `fez.read`. */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly query: Record<string, string | number | boolean>;
  /** The query parameter in use, if any, such as `search`, `bookmarked`, `bookmarked=false`. */
  readonly option?: string;
}

type Query = SweepCall['query'];

/** Whether a verified user without a staff level may make the call, perhaps with a role. */
function isOpenToUsers(access: Access): boolean {
  if (access.kind === 'role') return true;
  if (access.kind === 'either') return access.choices.some(isOpenToUsers);
  return expectedOutcome(access, 'verified') === 'pass';
}

const variantsForUsers = declaredVariants.filter(({ declaration }) => isOpenToUsers(declaration.access));

const primaryVariants = declaredVariants.filter(({ variant }) => variant.primary);

/** Calls that a verified user may make, or all calls, each by its first path. */
export type SweepScope = 'users' | 'everybody';

const readablePaths = new Map<string, string>();

/** Fills the path with valid parameters, the same each time. */
function fillOnce(declaration: Endpoint, path: string): string {
  const filled = readablePaths.get(path) ?? fillPath(declaration, path);
  readablePaths.set(path, filled);
  return filled;
}

/** Fills the path with every combination of known values, and with valid values for the other parameters. */
function fillPaths(declaration: Endpoint, path: string, known: KnownValues): string[] {
  const [name, ...others] = paramNames(path).filter((param) => known[param]);
  if (name === undefined) return [fillOnce(declaration, path)];
  return (known[name] ?? []).flatMap((value) => {
    const rest = Object.fromEntries(others.map((other) => [other, known[other] ?? []]));
    return fillPaths(declaration, path.replace(`{${name}}`, encodeURIComponent(value)), rest);
  });
}

/** Query parameters that make a list long: everything on one page, with all details. */
const generousLimits: Query = { members: true, hidePast: false, limit: 200 };

/** Values that a query parameter can have. */
function listValuesFor(name: string, schema: unknown, words: readonly string[], known: KnownValues) {
  if (name === 'search') return words;
  if (schema === queryBoolean) return [true, false];
  const ownValues = known[name] ?? [];
  return schema === queryUuid && ownValues.length === 0 ? (known.userID ?? []) : ownValues;
}

/** Lists the queries of a call: none, and one for each parameter. */
function listQueriesFor({ query = {} }: Endpoint, words: readonly string[], known: KnownValues) {
  const base = Object.fromEntries(Object.entries(generousLimits).filter(([name]) => name in query));
  const options = Object.entries(query).flatMap(([name, schema]) =>
    listValuesFor(name, schema, words, known).map((value) => ({
      query: { ...base, [name]: value },
      option: value === false ? `${name}=false` : name,
    })),
  );
  const plain = Object.keys(base).length === 0 ? [] : [{ query: base }];
  return [{ query: {} }, ...plain, ...options];
}

/** Lists every GET call that users can make, including searches for these words. */
export function runEveryGet(known: KnownValues, words: readonly string[], reach: SweepScope = 'users'): SweepCall[] {
  return (reach === 'users' ? variantsForUsers : primaryVariants)
    .filter(({ variant }) => variant.method === 'GET')
    .flatMap(({ name, declaration, variant: { method, path } }) =>
      fillPaths(declaration, path, known).flatMap((filled) =>
        listQueriesFor(declaration, words, known).map((asked) => ({ name, method, path: filled, ...asked })),
      ),
    );
}

/** A call that names a hidden user or item, and the same call with an unused name. */
export interface Pair {
  readonly name: string;
  readonly method: Method;
  readonly hidden: string;
  readonly unknown: string;
}

/** Lists every user's call with this path parameter, once with what is hidden and once with what doesn't exist. */
export function listEveryPair(
  param: string,
  hidden: string,
  unknown: string,
  known: KnownValues,
  isLeftOut: (name: string) => boolean,
): Pair[] {
  // The two paths of a pair differ in this parameter alone.
  const others = { callID: [randomUUID()], ...known };
  const pathsWith = (declaration: Endpoint, path: string, value: string) =>
    fillPaths(declaration, path, { ...others, [param]: [value] });
  return variantsForUsers
    .filter(({ name, variant }) => paramNames(variant.path).includes(param) && !isLeftOut(name))
    .flatMap(({ name, declaration, variant: { method, path } }) => {
      const unknownPaths = pathsWith(declaration, path, unknown);
      return pathsWith(declaration, path, hidden).map((one, index) => ({
        name,
        method,
        hidden: one,
        unknown: unknownPaths[index] ?? '',
      }));
    });
}

/** Returns all text of a response, with folded calendar lines unfolded. */
export const getResponseText = ({ bytes }: Reply<unknown>): string =>
  bytes
    .toString('utf8')
    .replaceAll(/\r\n[ \t]/g, '')
    // Some responses repeat the query.
    .replace(/"queryString":"(?:\\.|[^"\\])*"/, '');

/** Makes these calls as the user; returns the responses by call. */
export async function sweep(user: User, calls: readonly SweepCall[]): Promise<Map<SweepCall, string>> {
  const said = new Map<SweepCall, string>();
  for (const call of calls) {
    const options: CallOptions = { query: call.query };
    said.set(call, getResponseText(await user.send(call.method, call.path, options)));
  }
  return said;
}

import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Access, AccessLevel } from '#contract/access.ts';
import { type Endpoint, listParamNames, listRouteVariants, type RouteVariant } from '#contract/endpoint.ts';
import { areas } from '../../src/app/areas.ts';

/** A declared endpoint, named after its area and itself, such as `accounts.login`. */
export interface DeclaredEndpoint {
  readonly name: string;
  readonly declaration: Endpoint;
}

export const declaredEndpoints: readonly DeclaredEndpoint[] = areas.flatMap(({ name: area, api }) =>
  Object.entries(api).map(([name, declaration]) => ({ name: `${area}.${name}`, declaration })),
);

/** All paths and methods of a declared endpoint. */
export const declaredVariants: readonly (DeclaredEndpoint & { variant: RouteVariant })[] = declaredEndpoints.flatMap(
  (declared) => listRouteVariants(declared.declaration).map((variant) => ({ ...declared, variant })),
);

interface ParameterSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** Returns a path parameter's description from its declaration. */
export function describeParam(declaration: Endpoint, name: string): ParameterSchema {
  const schema = declaration.params?.[name];
  if (schema && 'options' in schema && Array.isArray(schema.options)) return { enum: schema.options.map(String) };
  if (!schema || !('pipe' in schema)) return {};
  // A schema with a pipe has the description in its pipe.
  return v.getMetadata(schema as unknown as v.GenericSchema);
}

/** Returns a valid value that names nothing that exists. */
function formatValue({ type, format, enum: words, description }: ParameterSchema): string {
  if (words?.[0] !== undefined) return words[0];
  if (format === 'uuid') return randomUUID();
  if (type === 'integer') return '1';
  return description?.includes('date') ? '2025-03-03T00:00:00Z' : 'nothing';
}

/** Whether this parameter must reject some text as invalid. */
export const isChecked = ({ type, format, enum: words }: ParameterSchema): boolean =>
  words !== undefined || format === 'uuid' || type === 'integer';

export const paramNames = listParamNames;

/** Fills every parameter of the path with a valid value, or the given one. */
export function fillPath(declaration: Endpoint, path: string, overrides: Record<string, string> = {}): string {
  return path.replace(
    /\{(\w+)\}|\*\*$/g,
    (_, name = 'rest') => overrides[name] ?? encodeURIComponent(formatValue(describeParam(declaration, name))),
  );
}

/** All kinds of callers with different access. */
export const callers = [
  'anonymous',
  'quarantined',
  'unverified',
  'verified',
  'client',
  'moderator',
  'devteam',
  'tho',
  'admin',
] as const;
export type CallerKind = (typeof callers)[number];

/**
 * Returns the outcome that the contract requires for a call with a token of this level and no roles, or without a
 * token.
 */
export function expectedOutcome(access: Access, caller: CallerKind): 'pass' | 401 | 403 {
  switch (access.kind) {
    case 'open':
    case 'optional':
      return 'pass';
    case 'basic':
    case 'account-basic':
    case 'service-basic':
      return 401;
    case 'token':
      return caller === 'anonymous' ? 401 : 'pass';
    case 'role':
      return caller === 'anonymous' ? 401 : 403;
    case 'minimum':
      return expectedAtLevel(access.level, access.exactly, caller);
    case 'either':
      return chooseBestOutcome(access.choices.map((choice) => expectedOutcome(choice, caller)));
  }
}

// This repeats the order on purpose, so that the test doesn't depend on the code under test.
const levelsAscending: readonly AccessLevel[] = [
  'banned',
  'quarantined',
  'unverified',
  'verified',
  'client',
  'moderator',
  'devteam',
  'tho',
  'admin',
];

function expectedAtLevel(level: AccessLevel, exactly: boolean, caller: CallerKind): 'pass' | 401 | 403 {
  if (caller === 'anonymous') return 401;
  const passes = exactly ? caller === level : levelsAscending.indexOf(caller) >= levelsAscending.indexOf(level);
  return passes ? 'pass' : 403;
}

function chooseBestOutcome(outcomes: readonly ('pass' | 401 | 403)[]): 'pass' | 401 | 403 {
  if (outcomes.includes('pass')) return 'pass';
  return outcomes.includes(403) ? 403 : 401;
}

import type * as v from 'valibot';
import type { DialectFile } from '#config/dialect-file.ts';
import { apiPrefix, type Endpoint, listRouteVariants } from '#contract/endpoint.ts';
import { readRecordName } from '#contract/record.ts';
import { listOptions, parseSchemaShape, type SchemaShape } from './plan.ts';

/** The declared names that a dialect may refer to. */
export interface DeclaredNames {
  readonly received: ReadonlyMap<string, ReadonlySet<string>>;
  readonly sent: ReadonlyMap<string, ReadonlySet<string>>;
  readonly parameters: ReadonlySet<string>;
  readonly paths: readonly string[];
}

/** Collects the fields of all records, the query parameters and the paths. */
export function collectDeclaredNames(
  endpoints: readonly Endpoint[],
  messages: readonly v.GenericSchema[],
): DeclaredNames {
  const received = new Map<string, Set<string>>();
  const sent = new Map<string, Set<string>>();
  for (const message of messages) collectRecords(parseSchemaShape(message), sent);
  for (const { body, response } of endpoints) {
    if (body) collectRecords(parseSchemaShape(body), received);
    if (response && !('content' in response)) collectRecords(parseSchemaShape(response), sent);
  }
  return {
    received,
    sent,
    parameters: new Set(endpoints.flatMap(({ query = {} }) => Object.keys(query))),
    paths: endpoints.flatMap((endpoint) => listRouteVariants(endpoint).map(({ path }) => path)),
  };
}

function collectRecords(shape: SchemaShape, fieldsByRecord: Map<string, Set<string>>): void {
  const { entries, item, listOf, value, wrapped } = shape;
  const name = readRecordName(shape);
  if (entries && name !== undefined) {
    const known = fieldsByRecord.get(name) ?? new Set();
    fieldsByRecord.set(name, new Set([...known, ...Object.keys(entries)]));
  }
  for (const part of [...Object.values(entries ?? {}), item, listOf, value, wrapped, ...listOptions(shape)])
    if (part) collectRecords(part, fieldsByRecord);
}

/** Throws InvalidSetting for the first name in the file that isn't declared. */
export function assertJobExists(file: DialectFile, declared: DeclaredNames): void {
  const [fault] = [
    ...findUnknownFields(file, 'in', declared.received),
    ...findUnknownFields(file, 'out', declared.sent),
    ...findUnknownWordFields(file, declared),
    ...findUnmatchedPaths(file, declared),
  ];
  if (fault) throw fault;
}

const findUnknownFields = (
  { fields, complain }: DialectFile,
  direction: 'in' | 'out',
  records: DeclaredNames['sent'],
) =>
  Object.keys(fields[direction])
    .filter((place) => !hasField(records, place))
    .map((place) => complain(['fields', direction, place], 'is not one of our fields'));

function findUnknownWordFields({ words, complain }: DialectFile, { received, sent, parameters }: DeclaredNames) {
  const isKnown = (place: string): boolean =>
    place.startsWith('?') ? parameters.has(place.slice(1)) : hasField(sent, place) || hasField(received, place);
  return words.flatMap(({ fields }, index) =>
    fields.flatMap((place, position) =>
      isKnown(place)
        ? []
        : complain(['words', index, 'fields', position], `(${place}) is not one of our fields or parameters`),
    ),
  );
}

function findUnmatchedPaths({ paths, complain }: DialectFile, declared: DeclaredNames) {
  const isBeginning = (path: string) => declared.paths.some((each) => isSameOrBelow(each, `${apiPrefix}${path}`));
  return Object.entries(paths).flatMap(([other, own]) => {
    if (isBeginning(other)) return complain(['paths', other], 'would hide our own addresses with that prefix');
    return isBeginning(own)
      ? []
      : complain(['paths', other], `leads to ${own}, which none of our addresses has as a prefix`);
  });
}

const isSameOrBelow = (path: string, beginning: string): boolean =>
  path === beginning || path.startsWith(`${beginning}/`);

/** `*` matches any record. */
function hasField(records: DeclaredNames['sent'], place: string): boolean {
  const [record = '', field = ''] = place.split('.');
  if (record !== '*') return records.get(record)?.has(field) ?? false;
  return [...records.values()].some((fields) => fields.has(field));
}

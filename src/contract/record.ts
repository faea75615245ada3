import * as v from 'valibot';

/**
 * Records have a name of their own, given once where they are declared: the OpenAPI document describes each under it, and
 * clients made from that document have a type of the same name.
 */

/** A record that is sent: exactly these fields. Clients are told to expect further ones, which later versions may add. */
export const record = <const Entries extends v.ObjectEntries>(
  name: string,
  entries: Entries,
): v.StrictObjectSchema<Entries, undefined> => Object.assign(v.strictObject(entries), { recordName: name });

/** A record that is received; fields that are not in it are ignored (core rule 7). */
export const inputRecord = <const Entries extends v.ObjectEntries>(
  name: string,
  entries: Entries,
): v.ObjectSchema<Entries, undefined> => Object.assign(v.object(entries), { recordName: name });

/** The name of a record; undefined for any other schema. */
export const readRecordName = (schema: object): string | undefined =>
  'recordName' in schema && typeof schema.recordName === 'string' ? schema.recordName : undefined;

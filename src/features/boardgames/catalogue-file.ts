import * as v from 'valibot';
import { integer } from '#contract/fields.ts';
import { takeExcerpt, UnreadableFile } from '#platform/import/unreadable-file.ts';
import { forEachYielding } from '#platform/limits/turns.ts';

/** Absent and null mean the same. */
function nullToUndefined<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
}

const words = v.nullish(v.array(v.string()), []);

/** A game in the catalogue file; unknown keys are ignored (libraries, Catalogue files). */
const CatalogueGame = v.object({
  gameName: v.pipe(v.string(), v.regex(/\S/, 'is blank')),
  numCopies: integer,
  bggGameName: nullToUndefined(v.string()),
  yearPublished: nullToUndefined(v.string()),
  gameDescription: nullToUndefined(v.string()),
  donatedBy: nullToUndefined(v.string()),
  notes: nullToUndefined(v.string()),
  gameTypes: words,
  categories: words,
  mechanisms: words,
  minPlayers: nullToUndefined(integer),
  maxPlayers: nullToUndefined(integer),
  suggestedPlayers: nullToUndefined(integer),
  minPlayingTime: nullToUndefined(integer),
  maxPlayingTime: nullToUndefined(integer),
  avgPlayingTime: nullToUndefined(integer),
  minAge: nullToUndefined(integer),
  numRatings: nullToUndefined(integer),
  avgRating: nullToUndefined(v.number()),
  complexity: nullToUndefined(v.number()),
  expands: nullToUndefined(v.string()),
});
export type CatalogueGame = v.InferOutput<typeof CatalogueGame>;

/** Parses the games of a catalogue. Throws UnreadableFile, naming the invalid entry, if the text isn't a catalogue. */
export async function readGames(text: string): Promise<CatalogueGame[]> {
  const entries = parseEntries(text);
  if (entries.length === 0) throw new UnreadableFile('The catalogue has no games.');
  const games: CatalogueGame[] = [];
  await forEachYielding(entries, (entry) => games.push(readGame(entry, games.length + 1)));
  return games;
}

function parseEntries(text: string): readonly unknown[] {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch (error) {
    throw new UnreadableFile(`The catalogue isn't JSON, or is incomplete: ${takeExcerpt(String(error))}.`);
  }
  if (!Array.isArray(entries))
    throw new UnreadableFile('The catalogue is not a JSON array with an object for each game.');
  return entries;
}

function readGame(entry: unknown, place: number): CatalogueGame {
  const result = v.safeParse(CatalogueGame, entry);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const key = v.getDotPath(issue) ?? 'it';
  throw new UnreadableFile(`Entry ${place}${describeName(entry)} cannot be read: ${key} ${describeIssue(issue)}.`);
}

function describeName(entry: unknown): string {
  const { success, output } = v.safeParse(v.object({ gameName: v.string() }), entry);
  return success ? ` ("${takeExcerpt(output.gameName)}")` : '';
}

/** In the validation library's words, such as `Expected number but received "two"`. */
const describeIssue = ({ kind, expected, received, message }: v.BaseIssue<unknown>): string =>
  kind === 'schema' ? `should be ${expected ?? 'something else'} and is ${takeExcerpt(received)}` : message;

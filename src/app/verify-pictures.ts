import { type Inconsistency, listAreas } from '#area/area.ts';
import type { Context, PictureFiles } from '#area/context.ts';
import type { PictureReference } from '#area/pictures.ts';
import { listDescribedPictures } from '#core/images/index.ts';

/** Names of the files in the publicly readable sizes. */
interface StoredFileNames {
  readonly full: ReadonlySet<string>;
  readonly thumb: ReadonlySet<string>;
}

/** Finds pictures without files, invalid files, files without references, and descriptions without a picture. */
export async function findPictureFaults(context: Context): Promise<Inconsistency[]> {
  const faults = await collectFaults(context);
  if (faults.length === 0) return [];
  // Others may be writing: a change that was in progress a moment ago is complete at the second look.
  const left = new Set((await collectFaults(context)).map(({ what }) => what));
  return faults.filter(({ what }) => left.has(what));
}

/** Finds references to pictures without a file. */
export async function findMissingPictures(context: Context): Promise<Inconsistency[]> {
  const stored = await listStored(context);
  return listReferences(context)
    .flatMap((reference) => checkReference(reference, stored))
    .filter(({ stored }) => stored === missingFileProblem);
}

const missingFileProblem = 'no file';

const listReferences = (context: Context): PictureReference[] =>
  listAreas(context).flatMap(({ pictures }) => [...(pictures?.(context) ?? [])]);

const listStored = async (context: Context): Promise<StoredFileNames> => ({
  full: await listNames(context, 'full'),
  thumb: await listNames(context, 'thumb'),
});

async function collectFaults(context: Context): Promise<Inconsistency[]> {
  const references = listReferences(context);
  const stored = await listStored(context);
  return [
    ...references.flatMap((reference) => checkReference(reference, stored)),
    ...(await findUnreferenced(context, references, stored)),
    ...(await findOrphanedDescriptions(context, references)),
  ];
}

/** Finds descriptions of pictures that no row names, and of which moderators have no thumbnail (core rule 137). */
async function findOrphanedDescriptions(
  context: Context,
  references: readonly PictureReference[],
): Promise<Inconsistency[]> {
  const described = new Set(listDescribedPictures(context.db));
  const unnamed = described.difference(new Set(references.map(({ name }) => name)));
  const archived = unnamed.size > 0 ? await listNames(context, 'archive') : new Set<string>();
  return [...unnamed.difference(archived)].map((name) => ({
    what: `description of picture ${name}`,
    stored: 'a text',
    expected: 'none, since the picture is gone; it can be deleted',
  }));
}

async function listNames({ pictures }: Context, size: keyof PictureFiles): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const name of pictures[size].names()) names.add(name);
  return names;
}

function checkReference(reference: PictureReference, { full, thumb }: StoredFileNames): Inconsistency[] {
  if (reference.files === 'unchecked') return [];
  const { name, what, files } = reference;
  const sizes = [...(full.has(name) ? ['full'] : []), ...(thumb.has(name) ? ['thumb'] : [])];
  const isRight = files === 'stored' ? sizes.length === 2 : sizes.length === 0;
  if (isRight) return [];
  return [
    {
      what,
      stored: sizes.length === 0 ? missingFileProblem : `a file in ${sizes.join(' and ')}`,
      expected: files === 'stored' ? 'a file in full and thumb' : 'a file in archive only',
    },
  ];
}

/** A picture is stored before the row that refers to it. */
const uploadMilliseconds = 60 * 60_000;

async function findUnreferenced(
  { pictures, clock }: Context,
  references: readonly PictureReference[],
  { full, thumb }: StoredFileNames,
): Promise<Inconsistency[]> {
  const named = new Set(references.map(({ name }) => name));
  const unreferenced: Inconsistency[] = [];
  for (const name of new Set([...full, ...thumb])) {
    if (named.has(name)) continue;
    const file = (await pictures.full.describe(name)) ?? (await pictures.thumb.describe(name));
    if (!file || file.modified.getTime() > clock.now().getTime() - uploadMilliseconds) continue;
    unreferenced.push({
      what: `picture ${name}`,
      stored: 'an unreferenced file',
      expected: 'no file; it can be deleted',
    });
  }
  return unreferenced;
}

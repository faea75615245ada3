import { randomUUID } from 'node:crypto';

const mediaTypes = {
  bmp: 'image/bmp',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
  wbmp: 'image/vnd.wap.wbmp',
  webp: 'image/webp',
} as const;

/** Extensions of stored pictures' names (core rule 108). */
export type PictureExtension = keyof typeof mediaTypes;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const storedName = new RegExp(`^${uuid}\\.(?:${Object.keys(mediaTypes).join('|')})$`);
const requestedName = new RegExp(`^(${uuid})(?:\\.([^./\\\\]*))?$`);

/** Whether `text` is exactly the name of a stored picture: lower-case UUID, dot, known extension. */
export function isPictureName(text: string): boolean {
  return storedName.test(text);
}

/**
 * Returns the stored name for a requested one: lower case, a missing or unknown extension read as `jpg`. Undefined for
 * two extensions and for a name that isn't a UUID (core rules 108 and 109).
 */
export function parsePictureName(text: string): string | undefined {
  const match = requestedName.exec(text.toLowerCase());
  if (!match) return undefined;
  const [, id, extension = ''] = match;
  return `${id}.${isPictureExtension(extension) ? extension : 'jpg'}`;
}

/** Returns the media type of a stored picture by its name, `image/jpeg` for an unknown extension (core rule 110). */
export function getPictureMediaType(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return isPictureExtension(extension) ? mediaTypes[extension] : mediaTypes.jpg;
}

/** Creates a random name for a new picture (core rule 121). */
export function generatePictureName(extension: PictureExtension): string {
  return `${randomUUID()}.${extension}`;
}

function isPictureExtension(text: string): text is PictureExtension {
  return Object.hasOwn(mediaTypes, text);
}

import { createHash } from 'node:crypto';

/** The same UUID for the same texts, always and everywhere; `namespace` keeps those of one kind apart from all others. */
export function deriveUuid(namespace: string, ...texts: readonly string[]): string {
  const hex = createHash('sha1')
    .update([namespace, ...texts].join('\0'))
    .digest('hex');
  // Version 5, made from a name, in the variant of RFC 9562.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

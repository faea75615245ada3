import { hash } from 'node:crypto';

/** Derives the same UUID for the same texts, always and everywhere; `namespace` separates kinds. */
export const deriveUuid = (namespace: string, ...texts: readonly string[]): string =>
  // Version 5, derived from a name, in the variant of RFC 9562. A concatenated string would retain all its parts.
  hash('sha1', [namespace, ...texts].join('\0'), 'hex').replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    '$1-$2-5$3-a$4-$5',
  );

import { hash } from 'node:crypto';

/** The same UUID for the same texts, always and everywhere; `namespace` keeps those of one kind apart from all others. */
export const deriveUuid = (namespace: string, ...texts: readonly string[]): string =>
  // Version 5, made from a name, in the variant of RFC 9562. What is assembled of pieces would keep them all in memory.
  hash('sha1', [namespace, ...texts].join('\0'), 'hex').replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    '$1-$2-5$3-a$4-$5',
  );

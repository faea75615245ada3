import { type DialectFile, readDialectFiles } from './dialect-file.ts';

/** The dialects that are spoken; a running service may read their files again. */
export interface Dialects {
  /** By name. */
  list(): readonly DialectFile[];
  /**
   * Reads the files. `check` throws for what is wrong with them next to their form. Throws InvalidSetting that names file
   * and line; those before stay in use then.
   */
  read(check: (files: readonly DialectFile[]) => void): void;
  /** Whether a dialect calls a shared account so, in any letter case. */
  hasAccountName(username: string): boolean;
}

/** No dialect is spoken until the files are read. */
export function createDialects(folder: string): Dialects {
  let files: readonly DialectFile[] = [];
  let accountNames: ReadonlySet<string> = new Set();
  return {
    list: () => files,
    read(check) {
      const read = readDialectFiles(folder);
      check(read);
      files = read;
      accountNames = new Set(read.flatMap(({ accounts }) => Object.values(accounts).map((name) => name.toLowerCase())));
    },
    hasAccountName: (username) => accountNames.has(username.toLowerCase()),
  };
}

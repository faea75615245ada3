import { type DialectFile, readDialectFiles } from './dialect-file.ts';

/** The dialects in use; a running service may reload their files. */
export interface Dialects {
  /** By name. */
  list(): readonly DialectFile[];
  /**
   * Reads the files. `check` throws for errors beyond their syntax. Throws InvalidSetting naming the file and the line;
   * the previous dialects then stay in use.
   */
  read(check: (files: readonly DialectFile[]) => void): void;
  /** Whether a dialect uses this name for a shared account, ignoring case. */
  hasAccountName(username: string): boolean;
}

/** There are no dialects until the files are read. */
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

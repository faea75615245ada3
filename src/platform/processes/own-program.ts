import { isSingleExecutable, locateEmbedded } from '../machine/embedded-files.ts';

let mainFile = locateEmbedded('src/main.ts');

/**
 * Child processes start from the file that started this program. In tests, which only import it, from the sources'
 * file.
 */
export function setMainFile(file: string): void {
  mainFile = file;
}

/** The arguments that start this program again, before those that name a command. */
export const getOwnProgramArguments = (): string[] =>
  isSingleExecutable ? [process.execPath] : [process.execPath, mainFile];

import { insideExecutable, locateEmbedded } from '../machine/embedded-files.ts';

let mainFile = locateEmbedded('src/main.ts');

/** The program was started by this file: its processes are too. In tests, which only import it, by that of the sources. */
export function useMainFile(file: string): void {
  mainFile = file;
}

/** The words that start this program once more, before those that name a command. */
export const listOwnProgram = (): string[] => (insideExecutable ? [process.execPath] : [process.execPath, mainFile]);

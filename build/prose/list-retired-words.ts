// `npm run retired-words -- FOLDER…`: lists words that read like a translation, with replacements.
import { projectFolder, say } from '../project.ts';
import { findRetiredWords } from './retired-words.ts';

const folders = process.argv.slice(2);
const found = findRetiredWords(projectFolder, folders.length > 0 ? folders : undefined);
for (const { file, line, word, instead } of found) say(`${file}:${line}: ${word} → ${instead}`);
say(`${found.length} in ${new Set(found.map(({ file }) => file)).size} files`);

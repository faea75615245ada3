// `npm run retired-words -- FOLDER…`: lists words that read like a translation, with replacements.
import { projectFolder, say } from '../project.ts';
import { findRetiredWords } from './retired-words.ts';

const folders = process.argv.slice(2);
const foundWords = findRetiredWords(projectFolder, folders.length > 0 ? folders : undefined);
for (const { file, line, word, instead } of foundWords) say(`${file}:${line}: ${word} → ${instead}`);
say(`${foundWords.length} in ${new Set(foundWords.map(({ file }) => file)).size} files`);

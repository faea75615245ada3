// `npm run openapi`: writes the API documents into `assets`, or into the given folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { areas } from '../../src/app/areas.ts';
import { renderDocuments } from '../../src/app/documents/describe.ts';
import { projectFolder } from '../project.ts';

const folder = process.argv[2] ?? join(projectFolder, 'assets');
for (const [name, text] of Object.entries(renderDocuments(areas))) {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

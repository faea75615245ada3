#!/usr/bin/env node
// Lets package.json say `exec node FILE …` for Windows too. npm sends its signals to the shell that runs a script, so in a Unix
// shell the service has to take the place of the shell. cmd.exe has no `exec`; there npm puts this program on the path, which
// runs FILE in its own process.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

process.argv.splice(1, 2);
const [, file = ''] = process.argv;
await import(pathToFileURL(resolve(file)).href);

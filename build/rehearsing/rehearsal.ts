// `npm run rehearsal [people] [seed]`: a day at sea in a minute, with a fast clock, two machines and a promotion at
// noon. Prints a table to sign, and writes it with plots to build/out/rehearsal.html.
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rehearse } from '../../test/durability/rehearsal/rehearse.ts';
import { openShip } from '../../test/support/ship.ts';
import { projectFolder, say, secondsSince } from '../project.ts';
import { writeRehearsalPage } from './rehearsal-page.ts';

const people = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? randomInt(2 ** 32));
if (!Number.isInteger(people) || people < 5 || !Number.isInteger(seed))
  throw new Error('rehearsal [people, at least 5] [seed]');
const start = performance.now();
const ships = [openShip(), openShip()] as const;
say(`${people} people, seed ${seed}`);
try {
  const progress = (line: string) => say(`${line}, ${secondsSince(start)}`);
  const rehearsal = await rehearse(ships, { people, seed, speed: 720, hours: 8, progress });
  for (const { promise, figure, target, isKept, faults } of rehearsal.lines) {
    say(`${isKept ? 'kept  ' : 'BROKEN'} ${promise}: ${figure} (${target})`);
    for (const fault of faults) say(`         ${fault}`);
  }
  const folder = join(projectFolder, 'build', 'out');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'rehearsal.html');
  writeFileSync(file, writeRehearsalPage(rehearsal, { people, seed }));
  say(`${file}, ${secondsSince(start)}`);
  process.exitCode = rehearsal.lines.every(({ isKept }) => isKept) ? 0 : 1;
} finally {
  for (const ship of ships) ship.close();
}

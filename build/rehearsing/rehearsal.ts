// `npm run rehearsal -- [--days N] [--people N] [--seed N] [--speed N]`: one day at sea in a minute, or eight in a quarter
// of an hour, with a fast clock, two machines and a promotion. Prints a table to sign, and writes it with plots to
// build/out/rehearsal.html.
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rehearse } from '../../test/durability/rehearsal/rehearse.ts';
import { openShip } from '../../test/support/ship.ts';
import { projectFolder, say, secondsSince } from '../project.ts';
import { writeRehearsalPage } from './rehearsal-page.ts';

const textOption = { type: 'string' } as const;
const { values } = parseArgs({
  options: { days: textOption, people: textOption, seed: textOption, speed: textOption },
});
const days = Number(values.days ?? 1);
const people = Number(values.people ?? 60);
const seed = Number(values.seed ?? randomInt(2 ** 32));
const speed = Number(values.speed ?? 720);
if (![days, people, seed, speed].every(Number.isInteger) || days < 1 || people < 5 || speed < 1)
  throw new Error('rehearsal [--days N] [--people N, at least 5] [--seed N] [--speed N]');
const start = performance.now();
const ships = [openShip(), openShip()] as const;
say(`${days} days, ${people} people, seed ${seed}`);
try {
  const progress = (line: string) => say(`${line}, ${secondsSince(start)}`);
  const rehearsal = await rehearse(ships, { people, seed, speed, days, hours: days === 1 ? 8 : 24, progress });
  for (const { promise, figure, target, isKept, faults } of rehearsal.lines) {
    say(`${isKept ? 'kept  ' : 'BROKEN'} ${promise}: ${figure} (${target})`);
    for (const fault of faults) say(`         ${fault}`);
  }
  const folder = join(projectFolder, 'build', 'out');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'rehearsal.html');
  writeFileSync(file, writeRehearsalPage(rehearsal, { days, people, seed }));
  say(`${file}, ${secondsSince(start)}`);
  process.exitCode = rehearsal.lines.every(({ isKept }) => isKept) ? 0 : 1;
} finally {
  for (const ship of ships) ship.close();
}

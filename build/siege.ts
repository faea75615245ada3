// `npm run siege [seconds] [passengers]`: ten attackers at once for 60 s while 200 passengers poll, chat and upload.
import { besiege } from '../test/hostile/siege/siege.ts';
import { openShip } from '../test/support/ship.ts';
import { say, secondsSince } from './project.ts';

const seconds = Number(process.argv[2] ?? 60);
const passengers = Number(process.argv[3] ?? 200);
const maxP95Milliseconds = 200;
const maxMebibytes = 700;

const start = performance.now();
const ship = openShip();
try {
  const progress = (line: string) => say(`${line}, ${secondsSince(start)}`);
  const { outcomes, failures, ...figures } = await besiege(ship, { passengers, seconds, progress });
  for (const [attack, counts] of Object.entries(outcomes)) say(`${attack}: ${JSON.stringify(counts)}`);
  for (const [name, value] of Object.entries(figures)) say(`${name.padEnd(20)} ${value.toFixed(1)}`);
  for (const failure of failures.slice(0, 20)) say(`a passenger got ${failure}`);
  const missed = [
    ...(failures.length > 0 ? [`${failures.length} calls of passengers failed`] : []),
    ...(figures.p95Milliseconds > maxP95Milliseconds ? [`p95 is over ${maxP95Milliseconds} ms`] : []),
    ...(figures.mebibytes > maxMebibytes ? [`memory is over ${maxMebibytes} MiB`] : []),
    ...(figures.millisecondsToEnd > 5000 ? ['ending took longer than 5 s'] : []),
  ];
  say(missed.length === 0 ? 'every aim was met' : missed.join('; '));
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  ship.close();
}

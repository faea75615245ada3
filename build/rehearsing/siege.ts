// `npm run siege [seconds] [passengers] [scale]`: all attackers at once while passengers poll, chat and upload, on a
// made-up sailing of this scale; first runs the passengers alone for a quarter of that time.
import { besiege } from '../../test/hostile/siege/siege.ts';
import { openShip } from '../../test/support/ship.ts';
import { say, secondsSince } from '../project.ts';

const [seconds = 60, passengers = 200, sailing = 1] = process.argv.slice(2).map(Number);
const maxP95Milliseconds = 200;
const maxMebibytes = 700;

/** The service runs as on a ship, without the checks that it does for developers. */
const settings = { VAPOR_ENV: 'production', ADMIN_PASSWORD: 'password', hostname: '127.0.0.1' };

const start = performance.now();
const ship = openShip(settings);
try {
  const progress = (line: string) => say(`${line}, ${secondsSince(start)}`);
  const options = {
    passengers,
    seconds,
    peacefulSeconds: seconds / 4,
    sailing: { scale: sailing, settings },
    progress,
  };
  const { outcomes, failures, boarding, p95ByKind, ...figures } = await besiege(ship, options);
  for (const [attack, counts] of Object.entries(outcomes)) say(`${attack}: ${JSON.stringify(counts)}`);
  say(`passengers who register where codes are guessed: ${JSON.stringify(boarding)}`);
  for (const [name, value] of Object.entries(figures)) say(`${name.padEnd(24)} ${value.toFixed(1)}`);
  for (const [kind, value] of Object.entries(p95ByKind)) say(`p95 of ${kind.padEnd(17)} ${value.toFixed(1)}`);
  for (const failure of failures.slice(0, 20)) say(`a passenger got ${failure}`);
  const missed = [
    ...(failures.length > 0 ? [`${failures.length} calls of passengers failed`] : []),
    ...(figures.rejectedPolls > figures.calls / 20 ? ['more than one poll in twenty was rejected'] : []),
    ...(figures.p95Milliseconds > maxP95Milliseconds ? [`p95 is over ${maxP95Milliseconds} ms`] : []),
    ...(figures.mebibytes > maxMebibytes ? [`memory is over ${maxMebibytes} MiB`] : []),
    ...(figures.millisecondsToEnd > 5000 ? ['ending took longer than 5 s'] : []),
    ...(Object.keys(boarding).every((outcome) => outcome.startsWith('aboard')) ? [] : ['someone could not register']),
    ...(figures.hidden > 0 ? [`${figures.hidden} profiles are hidden`] : []),
  ];
  say(missed.length === 0 ? 'every aim was met' : missed.join('; '));
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  ship.close();
}

import { type Context, createOncePerInstance } from '#area/context.ts';
import { isSpareComplete, type SpareState } from '#area/spare.ts';

/** The maximum loss promised if this machine dies and responses don't wait for the spare. */
const maxLagMilliseconds = 2_000;

/** Possible problems with the spare, each with its condition and what to do. */
const troubles: Readonly<Record<string, (spare: SpareState) => string | false>> = {
  'spare-away': ({ isAttached, peer }) =>
    !isAttached &&
    peer !== undefined &&
    `No spare follows this machine: start \`gangway spare run\` on ${peer}, or end the pairing with \`gangway spare unpair\`.`,
  'spare-behind': ({ isAttached, lag }) =>
    isAttached &&
    lag !== undefined &&
    lag.milliseconds > maxLagMilliseconds &&
    'The spare lags more than two seconds behind, and what it lacks would be lost with this machine: look at the network between the two, and at its disk.',
  'spare-incomplete': (spare) =>
    spare.isAttached &&
    !isSpareComplete(spare) &&
    'The spare does not have everything yet, so that it cannot take over whole: `gangway spare status` says what it lacks.',
  'spare-not-awaited': ({ waiting, peer }) =>
    waiting === 'given-up' &&
    `SPARE_WAIT is set, but no answer waits: ${peer === undefined ? 'no spare has followed yet' : 'the spare is away or lags, and this machine goes on without it'}.`,
};

const unpaired = {
  'spare-not-awaited': 'SPARE_WAIT is set, but no spare is paired: `gangway spare pair` shows a code.',
};

function findTroubles({ spare, config }: Context): Readonly<Record<string, string | false>> {
  const state = spare.read();
  if (!state) return config.spareWait ? unpaired : {};
  return Object.fromEntries(Object.entries(troubles).map(([name, find]) => [name, find(state)]));
}

/** The problems found by the last check. */
const lastFound = createOncePerInstance((): { names: ReadonlySet<string> } => ({ names: new Set() }));

/**
 * Starts and ends conditions for problems with the spare. Requires two checks in a row, because a picture in transit or
 * a restart resolves itself.
 */
export function watchSpare(context: Context): void {
  const { conditions } = context;
  const found = findTroubles(context);
  const last = lastFound(context);
  for (const name of Object.keys(troubles)) {
    const sentence = found[name];
    if (!sentence) conditions.end(name);
    else if (last.names.has(name)) conditions.begin(name, sentence);
  }
  last.names = new Set(Object.keys(found).filter((name) => found[name]));
}

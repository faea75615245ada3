import { type Context, createOncePerInstance } from '#area/context.ts';
import { isSpareComplete, type SpareState } from '#area/spare.ts';

/** The maximum loss promised if this machine dies and responses don't wait for the spare. */
const maxLagMilliseconds = 2_000;

/** Possible problems with the spare, each with its condition and what to do. */
const describersByCondition: Readonly<Record<string, (spare: SpareState) => string | false>> = {
  'spare-away': ({ isAttached, peer }) =>
    !isAttached &&
    peer !== undefined &&
    `No spare is connected to this machine: start \`gangway spare run\` on ${peer}, or end the pairing with \`gangway spare unpair\`.`,
  'spare-behind': ({ isAttached, lag }) =>
    isAttached &&
    lag !== undefined &&
    lag.milliseconds > maxLagMilliseconds &&
    "The spare is more than two seconds behind, so recent changes would be lost with this machine: check the network between the machines and the spare's disk.",
  'spare-incomplete': (spare) =>
    spare.isAttached &&
    !isSpareComplete(spare) &&
    "The spare doesn't have everything yet, so it can't take over fully: `gangway spare status` shows what's missing.",
  'spare-not-awaited': ({ waiting, peer }) =>
    waiting === 'given-up' &&
    `SPARE_WAIT is set, but responses don't wait: ${peer === undefined ? 'no spare has connected yet' : 'the spare is disconnected or behind, and this machine continues without it'}.`,
};

const unpairedProblems = {
  'spare-not-awaited': 'SPARE_WAIT is set, but no spare is paired: run `gangway spare pair`.',
};

function findSpareProblems({ spare, config }: Context): Readonly<Record<string, string | false>> {
  const state = spare.read();
  if (!state) return config.spareWait ? unpairedProblems : {};
  return Object.fromEntries(Object.entries(describersByCondition).map(([name, find]) => [name, find(state)]));
}

/** The problems found by the last check. */
const getLastProblems = createOncePerInstance((): { names: ReadonlySet<string> } => ({ names: new Set() }));

/**
 * Starts and ends conditions for problems with the spare. Requires two checks in a row, because a picture in transit or
 * a restart resolves itself.
 */
export function watchSpare(context: Context): void {
  const { conditions } = context;
  const found = findSpareProblems(context);
  const last = getLastProblems(context);
  for (const name of Object.keys(describersByCondition)) {
    const sentence = found[name];
    if (!sentence) conditions.end(name);
    else if (last.names.has(name)) conditions.begin(name, sentence);
  }
  last.names = new Set(Object.keys(found).filter((name) => found[name]));
}

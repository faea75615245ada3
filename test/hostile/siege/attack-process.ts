/** Runs all attackers at once in a separate process, so that they don't delay the passengers' measurements. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attacker, attacks, type Targets } from './attacks.ts';
import { createCaller } from './caller.ts';

/** The number of times that each attack had each outcome. */
export type Outcomes = Record<string, Record<string, number>>;

/**
 * The pause after an attempt that the service ends, such as a refused connection; a busy loop would only measure the
 * client.
 */
const pauseMilliseconds = 20;

async function attackAll(targets: Targets, seconds: number): Promise<Outcomes> {
  const end = AbortSignal.timeout(seconds * 1000);
  const outcomes: Outcomes = {};
  const besiegers = Object.entries(attacks).map(async ([name, { lanes, step }], index) => {
    const counts: Record<string, number> = {};
    outcomes[name] = counts;
    const account = targets.accounts[index];
    if (!account) throw new Error(`there is no account for the attacker with ${name}`);
    const note = (outcome: string | number) => {
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    };
    const attacker: Attacker = { address: `127.0.1.${index + 1}`, account, end, note };
    const caller = createCaller(targets.url, attacker.address, { token: account.token, connections: lanes });
    const goOn = async () => {
      while (!end.aborted) {
        await step(targets, attacker, caller).catch((error: Error) => note(error.message));
        await delay(pauseMilliseconds, undefined, { signal: end }).catch(() => {});
      }
    };
    await Promise.race([Promise.all(Array.from({ length: lanes }, goOn)), delay((seconds + 5) * 1000)]);
    caller.close();
  });
  await Promise.all(besiegers);
  return outcomes;
}

const [, , targetsFile = '', seconds = ''] = process.argv;
// Loading takes seconds on a busy machine, during which passengers would meet no attackers.
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const outcomes = await attackAll(JSON.parse(readFileSync(targetsFile, 'utf8')), Number(seconds));
process.stdout.write(`${JSON.stringify(outcomes)}\n`, () => process.exit(0));

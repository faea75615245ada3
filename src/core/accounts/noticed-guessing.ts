import type { Context } from '#area/context.ts';
import { getNetwork } from '#platform/network.ts';

/** The condition that guessing has used up an allowance, so that people can't register with their codes. */
export interface Guessing {
  readonly name: string;
  /** Undefined where the guesses come from many addresses. */
  readonly address: string | undefined;
  /** For the crew and the desk, with the command that ends it. */
  readonly sentence: string;
  readonly since: Date;
}

const conditionName = 'guessed-codes';
/** Addresses that are named at the same time. */
const maxNamed = 20;

const describe = (address: string | undefined): string => {
  const [whence, who, option] = address
    ? [address, 'People behind this address', `--address ${address}`]
    : ['many addresses', 'People', '--all'];
  return (
    `Too many wrong registration codes were tried from ${whence}. ${who} who cannot use their code are admitted at the ` +
    `registration desk; \`gangway user unlock ${option}\` lets them try it again.`
  );
};

/** The guessing that keeps people out at present. */
export const listGuessing = ({ conditions }: Context): Guessing[] =>
  conditions.list().flatMap(({ name, ...condition }) => {
    const [kind, address] = name.split(' ');
    return kind === conditionName ? [{ name, address, ...condition }] : [];
  });

const isBehind = (guessing: Guessing, address: string): boolean =>
  guessing.address !== undefined && getNetwork(guessing.address) === getNetwork(address);

/** Tells the crew and the desk, once, that codes are guessed from this address, or everywhere. */
export function noticeGuessing(context: Context, address: string, reach: 'here' | 'everywhere'): void {
  const noticed = listGuessing(context);
  const source = reach === 'here' ? address : undefined;
  const same = noticed.find((guessing) => (source ? isBehind(guessing, source) : guessing.address === undefined));
  if (!same && noticed.length >= maxNamed) return;
  const name = same?.name ?? [conditionName, source].filter(Boolean).join(' ');
  context.conditions.begin(name, describe(source), { untilEnded: true });
}

/** Ends what was noticed of an address, or of all: the crew has let people try again. */
export function endGuessing(context: Context, address?: string): void {
  for (const guessing of listGuessing(context)) {
    if (address === undefined || isBehind(guessing, address)) context.conditions.end(guessing.name);
  }
}

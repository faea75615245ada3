import type { Context } from '#area/context.ts';
import { getNetwork } from '#platform/network/addresses.ts';

/** The allowance that was used up: wrong registration codes, or new accounts. */
type BlockKind = 'guessed-codes' | 'many-accounts';

/** The condition that people behind an address, or everywhere, can't register as usual. */
export interface RegistrationBlock {
  /** The name of the condition. */
  readonly name: string;
  readonly kind: BlockKind;
  /** Undefined if the attempts come from many addresses. */
  readonly address: string | undefined;
  /** A message for the crew and the desk that includes the command to end the block. */
  readonly sentence: string;
  readonly since: Date;
}

const blockKinds: readonly BlockKind[] = ['guessed-codes', 'many-accounts'];
/** Maximum number of addresses named at the same time per kind. */
const maxListedAddresses = 20;

function describeBlock(kind: BlockKind, address: string | undefined): string {
  if (kind === 'many-accounts') {
    return (
      `Too many new accounts were created from ${address}, so no one else can register from there. ` +
      `\`gangway user unlock --address ${address}\` lifts the limit.`
    );
  }
  const [source, people, option] = address
    ? [address, 'People behind this address', `--address ${address}`]
    : ['many addresses', 'People', '--all'];
  return (
    `Too many wrong registration codes were tried from ${source}. ${people} who can't use their code can be verified at ` +
    `the registration desk; \`gangway user unlock ${option}\` lets them try it again.`
  );
}

/** Lists the current registration blocks. */
export const listRegistrationBlocks = ({ conditions }: Context): RegistrationBlock[] =>
  conditions.list().flatMap(({ name, ...condition }) => {
    const [first, address] = name.split(' ');
    const kind = blockKinds.find((known) => known === first);
    return kind ? [{ name, kind, address, ...condition }] : [];
  });

const coversAddress = (block: RegistrationBlock, address: string): boolean =>
  block.address !== undefined && getNetwork(block.address) === getNetwork(address);

/** Notifies the crew and the desk once that an allowance is used up for an address or everywhere. */
export function reportBlock(context: Context, kind: BlockKind, address: string | undefined): void {
  const known = listRegistrationBlocks(context).filter((block) => block.kind === kind);
  const same = known.find((block) => (address ? coversAddress(block, address) : block.address === undefined));
  if (!same && known.length >= maxListedAddresses) return;
  const name = same?.name ?? [kind, address].filter(Boolean).join(' ');
  context.conditions.begin(name, describeBlock(kind, address), { untilEnded: true });
}

/** Ends the blocks of an address, or all blocks, when the crew lets people try again. */
export function endBlocks(context: Context, address?: string): void {
  for (const block of listRegistrationBlocks(context)) {
    if (address === undefined || coversAddress(block, address)) context.conditions.end(block.name);
  }
}

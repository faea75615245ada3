import { createServer } from 'node:http';
import { lockInstance } from '#app/instance-lock.ts';
import type { Config } from '#config/config.ts';
import { formatOrigin } from '#config/ship-address.ts';
import { version } from '#platform/machine/version.ts';
import { endProcess } from '#platform/processes/end-process.ts';
import { onStopSignals } from '#platform/processes/stop-signals.ts';
import { systemClock } from '#platform/time/clock.ts';
import { removeFence } from '#spare/fence.ts';
import { describeFollowing, isFollowingWell } from '#spare/follower/describe.ts';
import { createFollower, type Following } from '#spare/follower/follow.ts';
import { createLink, PeerDeclined } from '#spare/follower/link.ts';
import { createLogMover } from '#spare/follower/log-mover.ts';
import { clearPromotionRequest, isPromotionRequested } from '#spare/follower/promotion-request.ts';
import { getSpareFolder, readFollowState } from '#spare/follower/slots.ts';
import { getSharedFolders } from '#spare/shared-folders.ts';
import { askPeer } from '#spare/watch-peer.ts';
import { createLinkServer, isLinkUpgrade } from '#spare/wire/link-server.ts';
import type { State } from '#spare/wire/messages.ts';
import {
  createPairingCode,
  listPeerAddresses,
  normalizeCode,
  readPairing,
  removePairing,
  replacePeer,
  type StoredPairing,
  savePairing,
} from '#spare/wire/pairing.ts';
import { CommandFailed, exitCodes, WrongUse } from './failure.ts';
import { readSecretCode } from './read-secret-code.ts';
import { createProgress, say, warn } from './terminal.ts';
import { verifyRegularly } from './verify-copy.ts';

/** Creates a new pairing, which ends an older one, and shows its code. */
export function pairSpare(config: Config): void {
  const code = createPairingCode();
  savePairing(config.folders.secrets, { code });
  say(code);
  const port = config.port === 8081 ? ':8081' : `:${config.port}`;
  say(`On the spare: \`gangway spare run ${config.tls ? 'https' : 'http'}://THIS-MACHINE${port}\` asks for this code.`);
  say('Anyone who has the code can read everything on this machine.');
}

/** Ends the pairing: the server no longer responds to its spare, and expects none. */
export function unpairSpare({ folders }: Config): void {
  if (readFollowState(getSpareFolder(folders.data)))
    throw new CommandFailed(
      `This machine is the spare: end the pairing on the server, and delete ${folders.data} here.`,
    );
  if (!readPairing(folders.secrets)) throw new CommandFailed('No spare is paired.');
  removePairing(folders.secrets);
  say('The machines are no longer paired. To pair them again, run `gangway spare pair`.');
}

/** How the spare gets the pairing code: never from the command line, which every user of the machine can read. */
export interface PairingCodeOptions {
  /** A file with the code; `-` is standard input. */
  readonly codeFile?: string;
  /** Whether to ask for a code although this machine is already paired. */
  readonly newCode: boolean;
}

/** Follows the server until a signal or a promotion ends it. */
export async function runSpare(config: Config, url: string | undefined, options: PairingCodeOptions): Promise<void> {
  const { target, code } = await choosePeerAndCode(config, url, options);
  const lock = lockInstance(config);
  const spareFolder = getSpareFolder(config.folders.data);
  clearPromotionRequest(spareFolder);
  const stopped = new AbortController();
  onStopSignals(
    () => stopped.abort(),
    () => endProcess(exitCodes.failed),
  );
  const progress = createProgress();
  const link = createLink(target, code);
  // Don't wait for a silent server: this machine may be promoted.
  stopped.signal.addEventListener('abort', () => link.close());
  const mover = createLogMover();
  const sayPlainly = (line: string) => {
    progress.end();
    say(line);
  };
  const following = createFollower({
    link,
    spareFolder,
    folders: getSharedFolders(config.folders),
    seed: config.databaseFile,
    port: config.port,
    isSecure: config.tls !== undefined,
    moveLog: mover.move,
    show: (what, done, total) => progress.show(what, done, total),
    say: sayPlainly,
    signal: stopped.signal,
  });
  const stored = readPairing(config.folders.secrets);
  const pairing = replacePeer(stored?.code === code ? stored : { code }, target);
  savePairing(config.folders.secrets, pairing);
  const stopAnswering = startReportingState(config, pairing, following);
  verifyRegularly(config, following, sayPlainly, stopped.signal);
  const timer = setInterval(() => {
    if (isPromotionRequested(spareFolder)) stopped.abort();
  }, 100);
  try {
    await following.run();
  } catch (error) {
    if (error instanceof PeerDeclined)
      throw new CommandFailed(`This machine can't follow ${target}: ${error.message}.`);
    throw error;
  } finally {
    clearInterval(timer);
    stopped.abort();
    progress.end();
    stopAnswering();
    mover.end();
    lock.release();
  }
  // The machine follows now: the state of its own earlier service no longer applies.
  removeFence(config.folders.data);
}

/** Returns the server to follow: the given one, or the one of the pairing. */
async function choosePeerAndCode(
  { folders }: Config,
  url: string | undefined,
  { codeFile, newCode }: PairingCodeOptions,
) {
  const pairing = readPairing(folders.secrets);
  const target = url ?? pairing?.peer;
  if (target === undefined) throw new WrongUse('Name the address of the server: gangway spare run http://server:8081.');
  if (!/^https?:\/\//.test(target) || !URL.canParse(target))
    throw new WrongUse(`"${target}" isn't an address: it must look like http://server:8081.`);
  const isPaired = pairing && codeFile === undefined && !newCode;
  const code = isPaired ? pairing.code : normalizeCode(await readSecretCode(codeFile, '`gangway spare pair`'));
  if (code === undefined)
    throw new WrongUse("That isn't a pairing code: copy the one that `gangway spare pair` shows on the server.");
  return { target: new URL(target).origin, code };
}

/** Reports this machine's state to the paired machine and to local commands. Returns a function that stops it. */
function startReportingState(config: Config, pairing: StoredPairing, following: Following): () => void {
  const describe = (): State => ({
    role: 'follows',
    version,
    generation: following.state?.generation ?? 0,
    isWell: isFollowingWell(following.state, following.isAttached),
    lines: describeFollowing(following.state, following.isAttached),
  });
  const links = createLinkServer({
    readCode: () => pairing.code,
    readPeers: () => listPeerAddresses(pairing),
    answer: async () => ({ head: describe() }),
    clock: systemClock,
  });
  const server = createServer({ shouldUpgradeCallback: isLinkUpgrade }, (_request, response) => {
    response.writeHead(503, { 'retry-after': '5' }).end('This machine is a spare.\n');
  });
  server.on('upgrade', (incoming, _socket, head) => links.accept(incoming, head));
  server.on('error', (error) =>
    warn(`port ${config.port} can't be opened (${error.message}), so the server can't check this machine`),
  );
  server.listen(config.port, config.host);
  return () => {
    links.close();
    server.close();
    server.closeAllConnections();
  };
}

/** The spare's state and progress. */
export async function showSpareStatus(config: Config): Promise<void> {
  const pairing = readPairing(config.folders.secrets);
  if (!pairing) throw new CommandFailed('No spare is paired: run `gangway spare pair` on the server to get a code.');
  const followed = readFollowState(getSpareFolder(config.folders.data));
  const here = getOwnUrl(config, followed !== undefined);
  const state = await askPeer(here, pairing.code);
  if (state) {
    say(`this machine ${state.role === 'replaced' ? 'was replaced' : state.role} (generation ${state.generation})`);
    for (const line of state.lines) say(line);
    return;
  }
  if (!followed) throw new CommandFailed(`Nothing is running here: ${here} does not respond.`);
  say('this machine is a spare, and `gangway spare run` is not running');
  for (const line of describeFollowing(followed, false)) say(line);
}

/** The spare's own address. It needs no certificate: links have their own TLS. */
const getOwnUrl = ({ tls, host, port }: Config, isSpare: boolean): string =>
  formatOrigin(tls !== undefined && !isSpare, ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host, port);

/** The state of a machine that follows another one. */
export interface Follower {
  readonly isRunning: boolean;
  /** Whether it follows and has everything it needs to take over. */
  readonly isWell: boolean;
  readonly lines: readonly string[];
}

/** Returns this machine's state as a spare; undefined if it isn't one. */
export async function findFollower(config: Config): Promise<Follower | undefined> {
  const followed = readFollowState(getSpareFolder(config.folders.data));
  if (!followed) return undefined;
  const pairing = readPairing(config.folders.secrets);
  const state = pairing && (await askPeer(getOwnUrl(config, true), pairing.code));
  if (state?.role === 'follows') return { isRunning: true, isWell: state.isWell, lines: state.lines };
  return { isRunning: false, isWell: false, lines: describeFollowing(followed, false) };
}

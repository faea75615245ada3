import { setImmediate as immediate } from 'node:timers/promises';
import type { Connection } from '#contract/socket.ts';
import { forEachYielding } from '../limits/turns.ts';

/** The part of a WebSocket that the hub needs; `ws` sockets have it. */
export interface LiveSocket {
  readonly bufferedAmount: number;
  send(frame: string | Uint8Array): void;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

/** One open socket of one user. */
export interface LiveConnection extends Connection {
  /** Must be called when the client answers a ping. */
  alive(): void;
  /** Must be called once when the socket has closed. */
  gone(): void;
}

/** Topics of a socket besides its user's, whether it survives a logout, and a callback for its end. */
export interface Listening {
  readonly topics?: readonly string[];
  readonly survivesLogout?: boolean;
  /** Called once, as soon as the socket closes or is closed: a client that ignores the close holds up no one. */
  closed?(connection: LiveConnection): void;
}

/** Returns the frame for a user; undefined if it doesn't concern them. */
export type FrameFor = (userID: string) => string | undefined;

/**
 * Open sockets by user and by topic. This isn't a source of truth: a client that missed frames reads them over HTTP.
 */
export interface LiveHub {
  /** A socket with `survivesLogout` stays open when its user logs out, and only then. */
  add(socket: LiveSocket, userID: string, listening: Listening): LiveConnection;
  /** Sends to a user's sockets that listen to the topic. */
  sendToUser(userID: string, topic: string, frame: string): void;
  /**
   * Sends each socket that listens to the topic the frame for its user, if there is one. Yields to others when there are
   * many, and keeps the order of the frames of each socket.
   */
  sendToListeners(topic: string, frameFor: FrameFor): void;
  /** Whether the user has a socket that listens to the topic. */
  isListening(userID: string, topic: string): boolean;
  closeUser(userID: string, reason: string): void;
  /** Like `closeUser`, for a logout. */
  closeLoggedOut(userID: string, reason: string): void;
  closeAll(code: number, reason: string): void;
  /** Users with an open socket. */
  userIDs(): string[];
  /** The number of a user's open sockets. */
  countOf(userID: string): number;
  /** Whether the user may open another socket. */
  canOpenSocket(userID: string): boolean;
  /** Pings every socket and closes those that missed the last two pings; a job calls it every 30 s. */
  pingAll(): Promise<void>;
  counts(): { connections: number; users: number; disconnectedSlow: number };
}

/**
 * Bytes that may be buffered for a slow reader before the socket is closed; the client reconnects and reads what it
 * missed.
 */
const maxBuffered = 1024 * 1024;
const maxUnansweredPings = 2;
/** Maximum open sockets of a user, of all kinds together (fez rule 60). */
export const maxSocketsPerUser = 50;

interface Member extends LiveConnection {
  readonly socket: LiveSocket;
  readonly topics: readonly string[];
  readonly survivesLogout: boolean;
  readonly closed: Listening['closed'];
  unansweredPings: number;
  /** Bytes of bulk data that may still be buffered. */
  backlog: number;
  /** Buffered bytes at the last ping. */
  waitingAtPing: number;
}

/** The protocol's limit in bytes. */
const maxReason = 123;

/** Truncates a reason to fit, at a character boundary. */
function truncateReason(reason: string): string {
  const room = new Uint8Array(maxReason);
  const { read } = new TextEncoder().encodeInto(reason, room);
  return reason.slice(0, read);
}

const noMembers: ReadonlySet<Member> = new Set();

/** A map of sets that drops empty ones. */
class SetMap {
  readonly #sets = new Map<string, Set<Member>>();
  add(key: string, member: Member): void {
    const set = this.#sets.get(key);
    if (set) set.add(member);
    else this.#sets.set(key, new Set([member]));
  }
  remove(key: string, member: Member): void {
    const set = this.#sets.get(key);
    set?.delete(member);
    if (set?.size === 0) this.#sets.delete(key);
  }
  /** Not a copy, since a whole ship listens to a topic; members may be removed during iteration. */
  members(key: string): ReadonlySet<Member> {
    return this.#sets.get(key) ?? noMembers;
  }
  sizeOf(key: string): number {
    return this.#sets.get(key)?.size ?? 0;
  }
  keys(): string[] {
    return [...this.#sets.keys()];
  }
  get size(): number {
    return this.#sets.size;
  }
}

function hasTopic(members: ReadonlySet<Member>, topic: string): boolean {
  for (const { topics } of members) if (topics.includes(topic)) return true;
  return false;
}

/** The open sockets, by user and by topic. */
function createMembers() {
  const all = new Set<Member>();
  const byUser = new SetMap();
  const byTopic = new SetMap();
  return {
    all,
    byUser,
    byTopic,
    canOpenSocket: (userID: string): boolean => byUser.sizeOf(userID) < maxSocketsPerUser,
    add(member: Member): void {
      all.add(member);
      byUser.add(member.userID, member);
      for (const topic of member.topics) byTopic.add(topic, member);
    },
    remove(member: Member): void {
      if (!all.delete(member)) return;
      byUser.remove(member.userID, member);
      for (const topic of member.topics) byTopic.remove(topic, member);
      member.closed?.(member);
    },
  };
}

function sendAll(member: Member, frames: readonly string[]): void {
  for (const frame of frames) member.socket.send(frame);
  member.backlog = member.socket.bufferedAmount;
}

/** False for a socket that missed the last pings. */
function ping(member: Member): boolean {
  const { bufferedAmount } = member.socket;
  // A ping waits behind buffered data; a client that is reading it is alive.
  if (bufferedAmount < member.waitingAtPing) member.unansweredPings = 0;
  member.waitingAtPing = bufferedAmount;
  if (member.unansweredPings >= maxUnansweredPings) return false;
  member.unansweredPings += 1;
  member.socket.ping();
  return true;
}

const newMember = { unansweredPings: 0, backlog: 0, waitingAtPing: 0 };

/** Sends to sockets and closes them. */
function createSender(members: ReturnType<typeof createMembers>) {
  let disconnectedSlow = 0;

  function terminate(member: Member): void {
    member.socket.terminate();
    members.remove(member);
  }

  return {
    terminate,
    send(member: Member, frame: string | Uint8Array): void {
      const { bufferedAmount } = member.socket;
      member.backlog = Math.min(member.backlog, bufferedAmount);
      if (bufferedAmount <= maxBuffered + member.backlog) {
        member.socket.send(frame);
        return;
      }
      // The connection's holder may go on sending after it was closed.
      if (!members.all.has(member)) return;
      disconnectedSlow += 1;
      terminate(member);
    },
    close(member: Member, code: number, reason: string): void {
      // First, because the callbacks may close the socket again, and the first reason counts.
      member.socket.close(code, truncateReason(reason));
      members.remove(member);
    },
    countDisconnectedSlow: () => disconnectedSlow,
  };
}

/** Sends frames that go to a whole ship in the background, in order with those to single sockets. */
function createBroadcast(
  { all }: Pick<ReturnType<typeof createMembers>, 'all'>,
  send: (member: Member, frame: string | Uint8Array) => void,
  fail: (error: unknown) => void,
) {
  const due = new Map<Member, FrameFor[]>();
  let isRunning = false;

  /** Sends the socket what it's due. */
  function catchUp(member: Member): void {
    const frames = due.get(member) ?? [];
    due.delete(member);
    for (const frameFor of all.has(member) ? frames : []) {
      const frame = frameFor(member.userID);
      if (frame !== undefined) send(member, frame);
    }
  }

  async function sendDue(): Promise<void> {
    isRunning = true;
    // The write that caused them may have taken this turn of the event loop already.
    await immediate();
    while (due.size > 0) await forEachYielding(due.keys(), catchUp).catch(fail);
    isRunning = false;
  }

  return {
    send(member: Member, frame: string | Uint8Array): void {
      catchUp(member);
      send(member, frame);
    },
    sendToAll(receivers: Iterable<Member>, frameFor: FrameFor): void {
      for (const member of receivers) {
        const frames = due.get(member);
        if (frames) frames.push(frameFor);
        else due.set(member, [frameFor]);
      }
      if (!isRunning) void sendDue();
    },
  };
}

/** `fail` gets errors of frames that are rendered in the background. */
export function createLiveHub(fail: (error: unknown) => void = () => {}): LiveHub {
  const members = createMembers();
  const { all, byUser, byTopic } = members;
  const { send: sendNow, close, terminate, countDisconnectedSlow } = createSender(members);
  const { send, sendToAll } = createBroadcast(members, sendNow, fail);

  return {
    add(socket, userID, { topics = [], survivesLogout = false, closed }) {
      const member: Member = {
        ...newMember,
        socket,
        userID,
        topics,
        survivesLogout,
        closed,
        send: (frame) => send(member, frame),
        sendAll: (frames) => sendAll(member, frames),
        close: (code, reason) => close(member, code, reason),
        alive: () => {
          member.unansweredPings = 0;
        },
        gone: () => members.remove(member),
      };
      // Several may have been accepted at the same moment.
      const [oldest] = byUser.members(userID);
      if (oldest && !members.canOpenSocket(userID)) close(oldest, 1008, 'this account has too many connections');
      members.add(member);
      return member;
    },
    sendToUser(userID, topic, frame) {
      for (const member of byUser.members(userID)) if (member.topics.includes(topic)) send(member, frame);
    },
    sendToListeners: (topic, frameFor) => sendToAll(byTopic.members(topic), frameFor),
    isListening: (userID, topic) => hasTopic(byUser.members(userID), topic),
    closeUser(userID, reason) {
      for (const member of byUser.members(userID)) close(member, 1008, reason);
    },
    closeLoggedOut(userID, reason) {
      for (const member of byUser.members(userID)) if (!member.survivesLogout) close(member, 1008, reason);
    },
    userIDs: () => byUser.keys(),
    countOf: (userID) => byUser.sizeOf(userID),
    canOpenSocket: members.canOpenSocket,
    closeAll(code, reason) {
      for (const member of [...all]) close(member, code, reason);
    },
    pingAll: () =>
      forEachYielding([...all], (member) => {
        if (!ping(member)) terminate(member);
      }),
    counts: () => ({ connections: all.size, users: byUser.size, disconnectedSlow: countDisconnectedSlow() }),
  };
}

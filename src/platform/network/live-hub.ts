import type { Connection } from '#contract/socket.ts';

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
  /** To be called when the client answers a ping. */
  alive(): void;
  /** To be called once when the socket has closed. */
  gone(): void;
}

/** What a socket listens to besides its user, what becomes of it at a logout, and who is told of its end. */
export interface Listening {
  readonly topics?: readonly string[];
  readonly survivesLogout?: boolean;
  /** Called once, as soon as the socket closes or is made to: a client that ignores the close holds up no one. */
  closed?(connection: LiveConnection): void;
}

/** Open sockets by user and by topic. Nothing true lives here: a client that missed frames reads them over HTTP. */
export interface LiveHub {
  /** A socket that `survivesLogout` stays open when its user logs out, and only then. */
  add(socket: LiveSocket, userID: string, listening: Listening): LiveConnection;
  /** Sends to those sockets of a user that listen to the topic. */
  sendToUser(userID: string, topic: string, frame: string): void;
  /** Sends to all sockets that listen to the topic and whose user it concerns. */
  sendToListeners(topic: string, frame: string, concerns: (userID: string) => boolean): void;
  /** Has the user a socket that listens to the topic? */
  isListening(userID: string, topic: string): boolean;
  closeUser(userID: string, reason: string): void;
  /** As `closeUser`, for a logout. */
  closeLoggedOut(userID: string, reason: string): void;
  closeAll(code: number, reason: string): void;
  /** Everyone with an open socket. */
  userIDs(): string[];
  /** Open sockets of a user. */
  countOf(userID: string): number;
  /** May the user open one more? */
  hasRoomFor(userID: string): boolean;
  /** Pings everyone and closes those who left the last two unanswered; a job calls it every 30 s. */
  pingAll(): void;
  counts(): { connections: number; users: number; disconnectedSlow: number };
}

/** Bytes that may wait for a slow reader before the socket is closed; the client reconnects and reads what it missed. */
const maxBuffered = 1024 * 1024;
const maxUnansweredPings = 2;
/** Open sockets of one user, of all kinds together (fez rule 60). */
export const maxSocketsPerUser = 50;

interface Member extends LiveConnection {
  readonly socket: LiveSocket;
  readonly topics: readonly string[];
  readonly survivesLogout: boolean;
  readonly closed: Listening['closed'];
  unansweredPings: number;
  /** Bytes of what was sent at once that may still be on their way. */
  backlog: number;
  /** Bytes that were on their way at the last ping. */
  waitingAtPing: number;
}

/** The protocol has room for so many bytes. */
const maxReason = 123;

/** As much of a reason as fits, in whole characters. */
function truncateReason(reason: string): string {
  const room = new Uint8Array(maxReason);
  const { read } = new TextEncoder().encodeInto(reason, room);
  return reason.slice(0, read);
}

const nobody: ReadonlySet<Member> = new Set();

/** A map of sets that forgets empty ones. */
class Index {
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
  /** Not a copy, since a whole ship listens to a topic; members may be removed while one goes through them. */
  members(key: string): ReadonlySet<Member> {
    return this.#sets.get(key) ?? nobody;
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

/** The open sockets, found by user and by topic. */
function createMembers() {
  const all = new Set<Member>();
  const byUser = new Index();
  const byTopic = new Index();
  return {
    all,
    byUser,
    byTopic,
    hasRoomFor: (userID: string): boolean => byUser.sizeOf(userID) < maxSocketsPerUser,
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

/** False for one that left the last pings unanswered. */
function ping(member: Member): boolean {
  const { bufferedAmount } = member.socket;
  // A ping waits behind what is on its way; anyone who is taking that in is alive.
  if (bufferedAmount < member.waitingAtPing) member.unansweredPings = 0;
  member.waitingAtPing = bufferedAmount;
  if (member.unansweredPings >= maxUnansweredPings) return false;
  member.unansweredPings += 1;
  member.socket.ping();
  return true;
}

const newMember = { unansweredPings: 0, backlog: 0, waitingAtPing: 0 };

/** Sends to sockets and ends them. */
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
      // Anyone who holds the connection may go on sending to it after it was closed.
      if (!members.all.has(member)) return;
      disconnectedSlow += 1;
      terminate(member);
    },
    close(member: Member, code: number, reason: string): void {
      // First: what follows from the end may close the socket once more, and the first reason counts.
      member.socket.close(code, truncateReason(reason));
      members.remove(member);
    },
    countDisconnectedSlow: () => disconnectedSlow,
  };
}

export function createLiveHub(): LiveHub {
  const members = createMembers();
  const { all, byUser, byTopic } = members;
  const { send, close, terminate, countDisconnectedSlow } = createSender(members);

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
      // Several may have been let in at the same moment.
      const [oldest] = byUser.members(userID);
      if (oldest && !members.hasRoomFor(userID)) close(oldest, 1008, 'this account has too many connections');
      members.add(member);
      return member;
    },
    sendToUser(userID, topic, frame) {
      for (const member of byUser.members(userID)) if (member.topics.includes(topic)) send(member, frame);
    },
    sendToListeners(topic, frame, concerns) {
      for (const member of byTopic.members(topic)) if (concerns(member.userID)) send(member, frame);
    },
    isListening: (userID, topic) => hasTopic(byUser.members(userID), topic),
    closeUser(userID, reason) {
      for (const member of byUser.members(userID)) close(member, 1008, reason);
    },
    closeLoggedOut(userID, reason) {
      for (const member of byUser.members(userID)) if (!member.survivesLogout) close(member, 1008, reason);
    },
    userIDs: () => byUser.keys(),
    countOf: (userID) => byUser.sizeOf(userID),
    hasRoomFor: members.hasRoomFor,
    closeAll(code, reason) {
      for (const member of [...all]) close(member, code, reason);
    },
    pingAll() {
      for (const member of [...all]) if (!ping(member)) terminate(member);
    },
    counts: () => ({ connections: all.size, users: byUser.size, disconnectedSlow: countDisconnectedSlow() }),
  };
}

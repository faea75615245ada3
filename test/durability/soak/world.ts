import assert from 'node:assert/strict';
import type { Random } from '#crowd/random.ts';
import { type Client, createClient } from '../../support/client.ts';
import type { Ship } from '../../support/ship.ts';
import { holdWorkshop } from './actions/seats.ts';
import { type Clock, createFact, createFacts, type Facts, type UncertainFlag, type UncertainValue } from './fact.ts';
import type { KillableService } from './mortal-service.ts';
import type { PostStream } from './post-streams.ts';
import { createPublicContent, type PublicContent } from './public-talk.ts';
import { createTally, type Tally } from './tally.ts';

/** A user who sends requests. */
export interface Actor {
  readonly name: string;
  readonly client: Client;
}

/** A user who takes actions at random. */
export interface Sailor extends Actor {
  readonly userID: string;
  /** The id of the primary account, and the ids of all its sub-accounts. */
  readonly familyID: string;
  readonly familyIDs: readonly string[];
  readonly token: string;
  /** The user's notification socket, and the sockets of the chats they follow. */
  readonly streams: { unread?: PostStream; readonly chats: Map<Chat, PostStream> };
}

/** A chat, as far as the service's responses show. */
export interface Chat {
  readonly fezID: string;
  readonly owner: Sailor;
  /** The moment before it was created. */
  readonly madeAt: number;
  /** Members of the chat, and users who have muted it, by user id. */
  readonly present: Facts;
  readonly muted: Facts;
  /** Acknowledged posts. */
  readonly posts: SentPost[];
  /** Absent if the chat isn't an appointment. */
  readonly startTime: string | undefined;
  readonly cancelled: UncertainFlag;
  /** The content it was created with, without the members added. */
  readonly content: { readonly fezType: string; readonly title: string; readonly info: string };
  /** The number of participants before others have to wait; 0 for no limit. */
  readonly capacity: UncertainValue<number>;
  /** Whether outsiders see it and may join. */
  readonly isPublic: UncertainFlag;
  /** Whether it is under review, so that no one sees its own words. */
  readonly underReview: UncertainFlag;
  /** The moment after it was created: a user who has been outside since an earlier moment was never in it. */
  readonly knownAt: number;
}

/** A post that a user has sent; no two have the same text. */
export interface SentPost {
  readonly chat: Chat;
  readonly author: Sailor;
  readonly text: string;
  /** The moment before it was sent. */
  readonly sentAt: number;
  /** The service's response. */
  outcome: { readonly postID: number } | 'under way' | 'rejected';
  readonly deleted: UncertainFlag;
  /** Whether it is under review, so that everyone sees a notice instead. */
  readonly underReview: UncertainFlag;
}

/** The clock that the service uses. */
export interface WorldTime {
  readonly now: () => Date;
  readonly began: Date;
  /** No appointment starts before this time, so that none starts during a comparison. */
  readonly meetingsFrom: Date;
  /** Whether others upload schedules too. */
  readonly isScheduleShared: boolean;
}

const useRealTime = (): WorldTime => ({
  now: () => new Date(),
  began: new Date(),
  meetingsFrom: new Date(Date.now() + 48 * 60 * 60_000),
  isScheduleShared: false,
});

/** The expected state after all actions, as far as it's known. */
export interface World {
  readonly service: KillableService;
  readonly random: Random;
  readonly clock: Clock;
  readonly sailors: readonly Sailor[];
  /** A user who can make the service recompute everything, and moderates. */
  readonly admin: Actor;
  readonly chats: Chat[];
  /** Posts by text. */
  readonly posts: Map<string, SentPost>;
  readonly talk: PublicContent;
  /** The id of an event with few seats. */
  readonly workshopID: string;
  /** Whether a family has an account on its block list, which hides that account's whole family. */
  readonly blocks: Facts;
  /** Whether the first user of a pair has muted the second. */
  readonly mutes: Facts;
  /** Families in temporary quarantine, by family id. */
  readonly quarantines: Facts;
  /** Whether a user is a moderator, by user id. */
  readonly moderators: Facts;
  /** Must-see announcements whose dismissal was acknowledged, with the account. */
  readonly dismissed: Set<string>;
  /** Incident reports that were acknowledged, and those of them whose closing was. */
  readonly incidents: { readonly filed: Set<string>; readonly closed: Set<string> };
  /** Faulty frames, found on arrival. */
  readonly faults: string[];
  readonly time: WorldTime;
  readonly tally: Tally;
}

/** Returns the key of two accounts, or of a family and an account, in the facts about pairs. */
export const getPairKey = (firstID: string, secondID: string): string => `${firstID} ${secondID}`;

export function getSailor({ sailors }: Pick<World, 'sailors'>, userID: string): Sailor {
  const sailor = sailors.find((sailor) => sailor.userID === userID);
  assert.ok(sailor, `no user has the id ${userID}`);
  return sailor;
}

/** Returns the id that the service gave a post; 0 if it hasn't. */
export const getID = (outcome: SentPost['outcome']): number => (typeof outcome === 'object' ? outcome.postID : 0);

export const createSentPost = ({ clock }: World, chat: Chat, author: Sailor): SentPost => {
  const sentAt = clock();
  return {
    chat,
    author,
    text: `Post ${sentAt}`,
    sentAt,
    outcome: 'under way',
    deleted: createFact(clock, false),
    underReview: createFact(clock, false, sentAt),
  };
};

/** The registration code of the user with this number. */
export const getCode = (number: number): string => `s${String(number).padStart(5, '0')}`;

/** Writes a registration code for each of `count` users into the seeds folder for the first start. */
export function writeRegistrationCodes(ship: Ship, users: number): void {
  const codes = Array.from({ length: users }, (_, number) => getCode(number));
  ship.file('data/seeds/registration-codes.txt', codes.join('\n'));
}

/** Creates a world with this number of verified accounts, before any action. */
export async function createWorld(
  service: KillableService,
  random: Random,
  users: number,
  time = useRealTime(),
): Promise<World> {
  const { url } = service;
  const numbers = Array.from({ length: users }, (_, number) => number);
  const families = await Promise.all(numbers.filter(isPrimary).map((number) => createFamily(url, number, users)));
  const sailors = families.flat();
  const { token, userID } = await logIn(url, 'admin');
  const admin = { name: 'admin', client: createClient(url, `Bearer ${token}`) };
  const roles = ['karaokemanager', 'safetyofficer'].map((role) => `admin/userroles/${role}/addrole/${userID}`);
  for (const path of [...roles, 'karaoke/queue/open']) {
    const { status, reason } = await admin.client.send('POST', `/api/v3/${path}`);
    assert.ok(status < 300, `${path}: ${reason}`);
  }
  let moment = 0;
  const clock = () => {
    moment += 1;
    return moment;
  };
  return {
    service,
    random,
    clock,
    sailors,
    admin,
    chats: [],
    posts: new Map(),
    talk: await findCategories(admin),
    workshopID: await holdWorkshop(admin, time),
    blocks: createFacts(clock),
    mutes: createFacts(clock),
    quarantines: createFacts(clock),
    moderators: createFacts(clock),
    dismissed: new Set(),
    incidents: { filed: new Set(), closed: new Set() },
    faults: [],
    time,
    tally: createTally(),
  };
}

/** Finds two categories for everyone, and one for moderators. */
async function findCategories({ client }: Actor): Promise<PublicContent> {
  const { body } = await client.send('GET', '/api/v3/forum/categories');
  const idOfCategory = (title: string): string =>
    body.find((category: { title: string }) => category.title === title).categoryID;
  return createPublicContent(['General', 'Help Desk'].map(idOfCategory), idOfCategory('Moderators Only'));
}

/** Every fourth user is an alternate account of the previous user. */
const alternateAccountOdds = 4;
const isPrimary = (number: number): boolean => number % alternateAccountOdds !== alternateAccountOdds - 1;

const getName = (number: number): string => `sailor${String(number).padStart(3, '0')}`;

/** Creates the primary account with this number, and the alternate one with the next. */
async function createFamily(url: string, number: number, users: number): Promise<readonly Sailor[]> {
  const password = 'password';
  const account = { username: getName(number), password, verification: getCode(number) };
  const created = await createClient(url).send('POST', '/api/v3/user/create', { body: account });
  assert.equal(created.status, 201, created.reason);
  const primary = await openAccount(url, number);
  const accounts = [primary];
  if (!isPrimary(number + 1) && number + 1 < users) {
    const alternate = { username: getName(number + 1), password };
    const added = await primary.client.send('POST', '/api/v3/user/add', { body: alternate });
    assert.equal(added.status, 201, added.reason);
    accounts.push(await openAccount(url, number + 1));
  }
  const family = { familyID: primary.userID, familyIDs: accounts.map(({ userID }) => userID) };
  return accounts.map((account) => ({ ...account, ...family, streams: { chats: new Map() } }));
}

async function openAccount(url: string, number: number): Promise<Pick<Sailor, 'name' | 'userID' | 'token' | 'client'>> {
  const name = getName(number);
  const { token, userID } = await logIn(url, name);
  return { name, userID, token, client: createClient(url, `Bearer ${token}`) };
}

/** Logs in a user with the shared password. */
export async function logIn(url: string, name: string): Promise<{ token: string; userID: string }> {
  const credentials = Buffer.from(`${name}:password`).toString('base64');
  const { status, reason, body } = await createClient(url, `Basic ${credentials}`).send('POST', '/api/v3/auth/login');
  assert.equal(status, 200, `${name} cannot log in: ${reason}`);
  return body;
}

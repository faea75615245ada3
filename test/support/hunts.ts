import { huntsApi } from '#features/hunts/api.ts';
import type { HuntPuzzleData } from '#features/hunts/records.ts';
import type { TestApp, User } from './app.ts';
import type { Client, Wire } from './client.ts';
import { giveRole } from './roles.ts';

/** A puzzle as its maker sends it. */
export interface PuzzleInput {
  readonly title: string;
  readonly body?: string;
  readonly answer?: string;
  readonly hints?: Record<string, string>;
  readonly unlockTime?: string | null;
}

/** A hunt as its maker reads it, with the puzzles in the order in which they were sent. */
export interface MadeHunt {
  readonly huntID: string;
  readonly puzzles: readonly (Wire<HuntPuzzleData> & { readonly puzzleID: string })[];
}

/** Creates a user with the role for making hunts. */
export const createMaker = async (app: TestApp, username: string): Promise<User> =>
  giveRole(app, await app.newcomer(username), 'huntmanager');

/** Creates a hunt; its title must be unique. */
export async function makeHunt(maker: Client, title: string, puzzles: readonly PuzzleInput[]): Promise<MadeHunt> {
  const filled = puzzles.map((puzzle) => ({ body: '', answer: 'answer', hints: {}, ...puzzle }));
  await maker.get(huntsApi.create, { body: { title, description: `about ${title}`, puzzles: filled } });
  const { hunts } = await maker.get(huntsApi.list);
  const huntID = hunts.find((hunt) => hunt.title === title)?.huntID ?? '';
  const made = await maker.get(huntsApi.readAll, { params: { huntID } });
  const inOrder = puzzles.map(({ title }) => made.puzzles.find((puzzle) => puzzle.title === title));
  return { huntID, puzzles: inOrder.flatMap((puzzle) => (puzzle ? [puzzle] : [])) };
}

/** Calls in an answer, as unchanged text. */
export const callInAnswer = (user: Client, puzzleID: string, answer: string) =>
  user.call(huntsApi.callIn, { params: { puzzleID }, body: answer, headers: { 'content-type': 'text/plain' } });

/** Reads the hunt as a user who solves it. */
export const readHunt = (user: Client, huntID: string) => user.get(huntsApi.read, { params: { huntID } });

/** Reads the puzzle as a user who solves it. */
export const readPuzzle = (user: Client, puzzleID: string) => user.get(huntsApi.readPuzzle, { params: { puzzleID } });

/** Reads the hunt as its makers see it. */
export const readForMakers = (maker: Client, huntID: string) => maker.get(huntsApi.readAll, { params: { huntID } });

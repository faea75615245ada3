import * as v from 'valibot';
import { integer, Paginator, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';

/** A game on board (libraries, Records: BoardgameData). */
export const BoardgameData = record('BoardgameData', {
  gameID: v.pipe(uuid, v.description('Id of the game')),
  gameName: v.pipe(v.string(), v.description('Name of the game')),
  numCopies: v.pipe(wholeNumber, v.description('Number of copies on board')),
  donatedBy: v.pipe(v.optional(v.string()), v.description('Donor of the game')),
  notes: v.pipe(v.optional(v.string()), v.description('Notes for people who borrow it')),
  yearPublished: v.pipe(v.optional(v.string()), v.description('Year, as a person reads it')),
  gameDescription: v.pipe(v.optional(v.string()), v.description('Description of the game')),
  gameTypes: v.pipe(v.array(v.string()), v.description('Types of the game')),
  categories: v.pipe(v.array(v.string()), v.description('Categories of the game')),
  mechanics: v.pipe(v.array(v.string()), v.description('Mechanics of the game')),
  minPlayers: v.pipe(v.optional(wholeNumber), v.description('Minimum number of players')),
  maxPlayers: v.pipe(v.optional(wholeNumber), v.description('Maximum number of players')),
  suggestedPlayers: v.pipe(v.optional(wholeNumber), v.description('Best number of players')),
  /** Minutes, like the other two. */
  minPlayingTime: v.pipe(v.optional(wholeNumber), v.description('Time in minutes')),
  maxPlayingTime: v.pipe(v.optional(wholeNumber), v.description('Time in minutes')),
  avgPlayingTime: v.pipe(v.optional(wholeNumber), v.description('Time in minutes')),
  /** Years. */
  minAge: v.pipe(v.optional(wholeNumber), v.description('Minimum age in years')),
  numRatings: v.pipe(v.optional(wholeNumber), v.description('Number of ratings')),
  /** 1 to 10. */
  avgRating: v.pipe(v.optional(v.number()), v.description('Rating from 1 to 10')),
  /** 1 to 5. */
  complexity: v.pipe(v.optional(v.number()), v.description('Complexity from 1 to 5')),
  isExpansion: v.pipe(v.boolean(), v.description('Whether it needs another game')),
  hasExpansions: v.pipe(v.boolean(), v.description('Whether the library has expansions for it')),
  isFavorite: v.pipe(v.boolean(), v.description('Whether it’s a favorite of the caller')),
});
export type BoardgameData = v.InferOutput<typeof BoardgameData>;

/** A page of games. */
export const BoardgameResponseData = record('BoardgameResponseData', {
  gameArray: v.pipe(v.array(BoardgameData), v.description('A page of games')),
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
});
export type BoardgameResponseData = v.InferOutput<typeof BoardgameResponseData>;

/** The players, time and games that are wanted (libraries rules B7 to B9). */
export const BoardgameRecommendationData = inputRecord('BoardgameRecommendationData', {
  numPlayers: v.pipe(integer, v.description('Number of players')),
  /** Minutes. */
  timeToPlay: v.pipe(integer, v.description('Available time in minutes')),
  /** Years; 0 sets no condition, as in the next two. */
  maxAge: v.pipe(integer, v.description('Age of the oldest player; 0 for any')),
  minAge: v.pipe(integer, v.description('Age of the youngest player; 0 for any')),
  complexity: v.pipe(integer, v.description('Complexity from 1 to 5; 0 for any')),
});
export type BoardgameRecommendationData = v.InferOutput<typeof BoardgameRecommendationData>;

/** Default page size. */
export const defaultLimit = 50;

import * as v from 'valibot';
import { integer, Paginator, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';

/** A game aboard (libraries, Records: BoardgameData). */
export const BoardgameData = record('BoardgameData', {
  gameID: uuid,
  gameName: v.string(),
  numCopies: wholeNumber,
  donatedBy: v.optional(v.string()),
  notes: v.optional(v.string()),
  yearPublished: v.optional(v.string()),
  gameDescription: v.optional(v.string()),
  gameTypes: v.array(v.string()),
  categories: v.array(v.string()),
  mechanics: v.array(v.string()),
  minPlayers: v.optional(wholeNumber),
  maxPlayers: v.optional(wholeNumber),
  suggestedPlayers: v.optional(wholeNumber),
  /** Minutes, as the other two. */
  minPlayingTime: v.optional(wholeNumber),
  maxPlayingTime: v.optional(wholeNumber),
  avgPlayingTime: v.optional(wholeNumber),
  /** Years. */
  minAge: v.optional(wholeNumber),
  numRatings: v.optional(wholeNumber),
  /** 1 to 10. */
  avgRating: v.optional(v.number()),
  /** 1 to 5. */
  complexity: v.optional(v.number()),
  isExpansion: v.boolean(),
  hasExpansions: v.boolean(),
  isFavorite: v.boolean(),
});
export type BoardgameData = v.InferOutput<typeof BoardgameData>;

/** A page of games. */
export const BoardgameResponseData = record('BoardgameResponseData', {
  gameArray: v.array(BoardgameData),
  paginator: Paginator,
});
export type BoardgameResponseData = v.InferOutput<typeof BoardgameResponseData>;

/** Who wants to play, how long and what (libraries rules B7 to B9). */
export const BoardgameRecommendationData = inputRecord('BoardgameRecommendationData', {
  numPlayers: integer,
  /** Minutes. */
  timeToPlay: integer,
  /** Years; 0 asks for nothing, as in the next two. */
  maxAge: integer,
  minAge: integer,
  complexity: integer,
});
export type BoardgameRecommendationData = v.InferOutput<typeof BoardgameRecommendationData>;

/** Games on a page, unless the caller asks for another number. */
export const defaultLimit = 50;

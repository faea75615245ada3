import type { CatalogueGame } from './catalogue-file.ts';
import type { Game } from './library.ts';
import type { BoardgameRecommendationData } from './records.ts';

/** Returns the games that fit, best first; games with the same score keep their order (libraries rule B10). */
export function scoreGames(games: readonly Game[], wish: BoardgameRecommendationData): readonly Game[] {
  return games
    .filter(({ entry }) => isSuitable(entry, wish) && hasEnoughFacts(entry))
    .map((game) => ({ game, score: computeScore(game.entry, wish) }))
    .sort((first, second) => second.score - first.score)
    .map(({ game }) => game);
}

/** Whether the game suits the players, their time and their ages. Unknown facts don't suit (libraries rule B7). */
function isSuitable(
  game: CatalogueGame,
  { numPlayers, timeToPlay, maxAge, minAge, complexity }: BoardgameRecommendationData,
) {
  const { minPlayers = Number.NaN, maxPlayers = Number.NaN, avgPlayingTime = Number.NaN } = game;
  const { minAge: gameAge = Number.NaN, complexity: gameComplexity = Number.NaN } = game;
  return (
    minPlayers <= numPlayers &&
    maxPlayers >= numPlayers &&
    avgPlayingTime <= timeToPlay &&
    (maxAge === 0 || gameAge <= maxAge) &&
    (minAge === 0 || gameAge >= minAge) &&
    (complexity === 0 || gameComplexity >= complexity)
  );
}

/** Zero counts as missing. */
const isMissing = (value: number | undefined): value is undefined | 0 => value === undefined || value === 0;

/** Whether at most one of the compared facts is missing, and others can replace it (libraries rule B8). */
function hasEnoughFacts(game: CatalogueGame): boolean {
  const { suggestedPlayers, avgPlayingTime, avgRating, complexity } = game;
  if ([suggestedPlayers, avgPlayingTime, avgRating, complexity].filter(isMissing).length > 1) return false;
  if (isMissing(suggestedPlayers)) return !isMissing(game.minPlayers) && !isMissing(game.maxPlayers);
  if (isMissing(avgPlayingTime)) return !isMissing(game.minPlayingTime) && !isMissing(game.maxPlayingTime);
  return true;
}

const defaultRating = 4.5;
const defaultComplexity = 3;

/** Computes how well a game fits; higher is better (libraries rule B9). */
function computeScore(game: CatalogueGame, wish: BoardgameRecommendationData): number {
  const { minPlayers = 0, maxPlayers = 0, minPlayingTime = 0, maxPlayingTime = 0 } = game;
  const rating = game.avgRating || defaultRating;
  const players = game.suggestedPlayers || Math.trunc((minPlayers + maxPlayers + 1) / 2);
  const playingTime = game.avgPlayingTime || Math.trunc((minPlayingTime + maxPlayingTime) / 2);
  const complexity = game.complexity || defaultComplexity;
  const wantedComplexity = Math.min(5, Math.max(1, wish.complexity));
  const tooSimpleOrHard = wish.complexity === 0 ? 0 : 1.5 * Math.abs(wantedComplexity - complexity);
  return (
    100 +
    rating -
    2 * Math.abs(wish.numPlayers - players) -
    Math.abs(wish.timeToPlay - playingTime) / 15 -
    tooSimpleOrHard
  );
}

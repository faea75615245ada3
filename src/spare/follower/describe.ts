import type { FollowState } from './slots.ts';

/** What is known of a box that is followed, in lines for people. */
export function describeFollowing(state: FollowState | undefined, isAttached: boolean): string[] {
  if (!state) return ['the box has not been reached yet'];
  const files =
    state.filesMissing === undefined
      ? 'not compared yet'
      : state.filesMissing === 0
        ? 'complete'
        : `${state.filesMissing} missing`;
  return [
    `${isAttached ? 'follows' : 'is cut off from'} ${state.url}`,
    `database  ${state.current === undefined ? 'a first base is under way: there is nothing to promote yet' : describeAge(state)}`,
    `files     ${files}`,
  ];
}

/** Could the machine take over whole, and does it follow? */
export const isFollowingWell = (state: FollowState | undefined, isAttached: boolean): boolean =>
  isAttached && state?.current !== undefined && state.filesMissing === 0;

/** By the box's own clock, so that it does not matter how wrong either is. */
function describeAge({ lastAnswer }: FollowState): string {
  return `complete up to what the box had stored at ${new Date(lastAnswer).toISOString()} by its own clock`;
}

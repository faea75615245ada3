import type { FollowState } from './slots.ts';

/** Formats what's known of the followed server, in lines for people. */
export function describeFollowing(state: FollowState | undefined, isAttached: boolean): string[] {
  if (!state) return ['the server has not been reached yet'];
  const files =
    state.filesMissing === undefined
      ? 'not compared yet'
      : state.filesMissing === 0
        ? 'complete'
        : `${state.filesMissing} missing`;
  return [
    `${isAttached ? 'follows' : 'has lost the connection to'} ${state.url}`,
    `database  ${state.current === undefined ? 'the first copy is in progress: there is nothing to promote yet' : describeAge(state)}`,
    `files     ${files}`,
  ];
}

/** Whether the machine follows and could take over with everything. */
export const isFollowingWell = (state: FollowState | undefined, isAttached: boolean): boolean =>
  isAttached && state?.current !== undefined && state.filesMissing === 0;

/** By the server's own clock, so it doesn't matter how wrong either clock is. */
function describeAge({ lastAnswer }: FollowState): string {
  return `complete up to what the server had stored at ${new Date(lastAnswer).toISOString()} by its own clock`;
}

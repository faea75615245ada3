import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import {
  actionOfState,
  logModeratorAction,
  type Reportable,
  type StateWord,
  settableStates,
} from '#core/reports/index.ts';

/** Sets the state of content, also the one it has (moderation rules M1 and M2). */
export function setContentState<ID>(
  context: WriteContext,
  caller: Caller,
  reportable: Reportable<ID>,
  id: ID,
  state: StateWord,
): void {
  const content = reportable.find(context, id);
  if (!content) throw notFound('content');
  reportable.setState(context, id, settableStates[state]);
  logModeratorAction(context, caller, actionOfState[state], content);
}

import type { Context } from '#area/context.ts';
import { unitFolder } from '#config/unit.ts';
import { describeServerState } from '../describe-state.ts';
import type { ReadinessData } from '../records.ts';
import { checkReadiness } from './check-readiness.ts';

/** Returns the sign-off from the running service's own view. */
export async function checkOwnReadiness(context: Context): Promise<ReadinessData> {
  const service = { ...(await describeServerState(context)), runID: context.runID };
  return checkReadiness({ context, service, unitFolder });
}

import type { Context } from '#area/context.ts';
import { unitFolder } from '#config/unit.ts';
import { describeServer } from '../describe-box.ts';
import type { ReadinessData } from '../records.ts';
import { checkReadiness } from './check-readiness.ts';

/** Returns the sign-off from the running service's own view. */
export async function checkOwnReadiness(context: Context): Promise<ReadinessData> {
  const service = { ...(await describeServer(context)), runID: context.runID };
  return checkReadiness({ context, service, unitFolder });
}

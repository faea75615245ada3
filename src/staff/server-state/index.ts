export { describeInstance, describeServerState, type InstanceDescription } from './describe-state.ts';
export { listSamples, restoreSamples } from './history.ts';
export { checkReadiness } from './ready/check-readiness.ts';
export type { Fault, RunningService } from './ready/line.ts';

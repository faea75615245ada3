export { describeInstance, describeServer, type InstanceDescription } from './describe-box.ts';
export { listSamples, restoreSamples } from './history.ts';
export { checkReadiness } from './ready/check-readiness.ts';
export type { Fault, RunningService } from './ready/line.ts';

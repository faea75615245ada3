export { describeBox, describeInstance, type InstanceState } from './describe-box.ts';
export { listSamples, restoreSamples } from './history.ts';

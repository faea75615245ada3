export { describeBox, describeInstance, type InstanceState } from './describe-box.ts';

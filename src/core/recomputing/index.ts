export { joinVerification } from './recompute.ts';

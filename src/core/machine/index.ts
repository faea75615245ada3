export { findOddClock } from './clock.ts';
export { formatBytes, readOwnDisks } from './disks.ts';
export { getPictureBytes } from './picture-bytes.ts';
export { getShedStep } from './shedding.ts';
export { findStoringTrouble } from './storing.ts';

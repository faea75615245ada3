export { findOddClock } from './clock.ts';
export { formatBytes, readOwnDisks } from './disks.ts';
export { getShedStep } from './low-disk.ts';
export { getPictureBytes } from './picture-bytes.ts';
export { findStoringTrouble } from './storing.ts';

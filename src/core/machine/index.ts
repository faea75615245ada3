export { findClockProblem } from './clock.ts';
export { describeShortage, formatBytes, readOwnDisks } from './disks.ts';
export { getLowDiskBytes, getLowDiskLevel } from './low-disk.ts';
export { getPictureBytes } from './picture-bytes.ts';
export { findWriteProblem } from './storing.ts';

import type { readDisks } from '#platform/files/disk-space.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';

const mebibyte = 1024 * 1024;
const totalBytes = 1000 * mebibyte;
const allPlaces = ['data', 'database', 'pictures'];

/** A service on a small disk whose free space the test sets. */
export interface AppOnSmallDisk extends TestApp {
  /** Sets the free space and lets the timers check it, as they do twice within 15 seconds. */
  setFree(mebibytes: number, places?: string[]): Promise<void>;
}

/**
 * Starts the service on a disk of 1,000 MiB: below 25 free it rejects pictures, below 12.5 new content, below 6.25 all
 * writes.
 */
export async function startAppOnSmallDisk(options: TestAppOptions = {}): Promise<AppOnSmallDisk> {
  let disks = [{ places: allPlaces, freeBytes: totalBytes, totalBytes }];
  const readTestDisks: typeof readDisks = async () => disks;
  const app = await startTestApp({ ...options, readDisks: readTestDisks });
  return {
    ...app,
    async setFree(mebibytes, places = allPlaces) {
      disks = [{ places, freeBytes: mebibytes * mebibyte, totalBytes }];
      await app.runJob('watch-machine');
      app.clock.advance({ seconds: 15 });
      await app.runJob('watch-machine');
    },
  };
}

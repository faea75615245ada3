import { areas } from '#app/areas.ts';
import { clearInterruptedBackup } from '#app/backup/workspace.ts';
import type { FolderLock } from '#app/folder-lock.ts';
import { openInstance, prepareInstance } from '#app/instance.ts';
import { lockInstance } from '#app/instance-lock.ts';
import { finishRestore } from '#app/restore-plan.ts';
import { readRunState } from '#app/run-state.ts';
import { startApp } from '#app/start-app.ts';
import { findInconsistencies } from '#app/verify.ts';
import { createConfig } from '#config/config.ts';
import { createLog } from '#platform/observing/log.ts';
import { readFence } from '#spare/fence.ts';
import { promoteMachine } from '#spare/follower/promote.ts';
import { getSpareFolder, readFollowState } from '#spare/follower/slots.ts';
import { getSharedFolders } from '#spare/shared-folders.ts';
import { prepareDatabase, replaceDatabase } from '../../src/cli/promote.ts';

/** A service that runs in this process. */
export interface Instance {
  readonly url: string;
  /** The findings of `gangway verify`. */
  verify(): Promise<string[]>;
  close(): Promise<void>;
}

/** Environment variables for programs that use a data folder. */
const createTestConfig = (dataFolder: string) =>
  createConfig('testing', { DATA_DIR: dataFolder, PORT: '0', LOW_DISK_MB: '0', LOG_LEVEL: 'error' });

const noRateLimit = { max: Number.POSITIVE_INFINITY, seconds: 1 };
const unlimitedReads = {
  perFamily: noRateLimit,
  perAddress: noRateLimit,
  all: noRateLimit,
  whileAllAreOver: noRateLimit,
};

/** Starts the service like `gangway serve`, but without its jobs. */
export async function startInstance(ship: { readonly data: string }): Promise<Instance> {
  const settings = createTestConfig(ship.data);
  const lock = lockInstance(settings);
  try {
    clearInterruptedBackup(settings.folders);
    const context = openInstance(settings, areas, { log: createLog('silent', 'json') });
    try {
      await readRunState(settings);
      const app = await startApp(context, { readBudget: unlimitedReads }, () => prepareInstance(context));
      return {
        url: app.url,
        async verify() {
          const found = await findInconsistencies(context);
          return found.map(({ what, stored, expected }) => `${what}: ${stored}, not ${expected}`);
        },
        async close() {
          await app.close();
          context.db.close();
          lock.release();
        },
      };
    } catch (error) {
      context.db.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Does what the crew does after a power cut: promotes a machine that follows another one or was replaced. The other
 * machine must not be running. Throws PromotionRefused.
 */
export async function promoteIfSpare(ship: { readonly data: string }): Promise<void> {
  const config = createTestConfig(ship.data);
  const { data, secrets } = config.folders;
  if (!readFollowState(getSpareFolder(data)) && !readFence(data)) return;
  let lock: FolderLock | undefined;
  try {
    await promoteMachine({
      dataFolder: data,
      secretsFolder: secrets,
      databaseFile: config.databaseFile,
      folders: getSharedFolders(config.folders),
      port: config.port,
      isSecure: false,
      say() {},
      show() {},
      async confirm() {},
      async takeInstance() {
        lock = lockInstance(config);
        finishRestore(data);
      },
      async assertCanServe() {},
      install: (file) => replaceDatabase(config, file),
      prepare: (promotion) => prepareDatabase(config, promotion),
      serve: async (_promotion, commit) => commit(),
    });
  } finally {
    lock?.release();
  }
}

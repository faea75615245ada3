import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removePath } from '#platform/files/files.ts';

const getFile = (spareFolder: string): string => join(spareFolder, 'promotion-requested');

/** Asks the program that follows the server to end, so that this machine can be promoted. */
export function requestPromotion(spareFolder: string): void {
  mkdirSync(spareFolder, { recursive: true, mode: 0o700 });
  writeFileSync(getFile(spareFolder), '');
}

export const isPromotionRequested = (spareFolder: string): boolean => existsSync(getFile(spareFolder));

export const clearPromotionRequest = (spareFolder: string): void => removePath(getFile(spareFolder));

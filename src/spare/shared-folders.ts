import type { Folders } from '#config/config.ts';
import type { SharedFolders } from './box/file-list.ts';

/** What a spare keeps beside the database; what it cannot serve without comes first. */
export const getSharedFolders = ({
  images,
  secrets,
  seeds,
  public: published,
  dialects,
  data,
}: Folders): SharedFolders => ({
  secrets,
  seeds,
  public: published,
  dialects,
  images,
  songs: `${data}/microkaraoke`,
});

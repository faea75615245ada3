import type { Folders } from '#config/config.ts';
import type { SharedFolders } from './server/file-list.ts';

/** Files that a spare copies in addition to the database; those it can't serve without come first. */
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

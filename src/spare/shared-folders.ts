import type { Folders } from '#config/config.ts';
import type { SharedFolders } from './box/file-list.ts';

/** What a spare keeps beside the database. */
export const getSharedFolders = ({ images, secrets, seeds, public: published, data }: Folders): SharedFolders => ({
  images,
  secrets,
  seeds,
  public: published,
  songs: `${data}/microkaraoke`,
});

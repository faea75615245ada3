import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { readEmbedded } from '#platform/machine/embedded-files.ts';

/** Assets that pages load, built from `src/web` by `npm run web`. */
export const assetTypes = {
  'style.css': 'text/css; charset=utf-8',
  'icons.svg': 'image/svg+xml',
  'page.js': 'text/javascript; charset=utf-8',
  'sign-in.js': 'text/javascript; charset=utf-8',
  'wall.js': 'text/javascript; charset=utf-8',
  'service-worker.js': 'text/javascript; charset=utf-8',
} as const;
export type AssetName = keyof typeof assetTypes;

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly compressed: Uint8Array<ArrayBuffer>;
  /** Changes with the content, so browsers may cache it forever. */
  readonly address: string;
}

const assets = new Map<AssetName, Asset>();

/** Read on first use. */
export function getAsset(name: AssetName): Asset {
  const read = assets.get(name);
  if (read) return read;
  const bytes = new Uint8Array(readEmbedded(`assets/web/${name}`));
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 10);
  const asset = {
    bytes,
    compressed: new Uint8Array(gzipSync(bytes, { level: 9 })),
    address: `/web/${version}/${name}`,
  };
  assets.set(name, asset);
  return asset;
}

export const getAssetAddress = (name: AssetName): string => getAsset(name).address;

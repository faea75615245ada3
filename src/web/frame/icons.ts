import { getAssetAddress } from './assets.ts';
import { type Html, html } from './html.ts';

/** The icons in use; `npm run web` draws them into one file from the library. */
export const iconNames = [
  'at-sign',
  'bell',
  'bookmark',
  'calendar',
  'chevron-left',
  'chevron-right',
  'circle-alert',
  'clock',
  'ellipsis',
  'flag',
  'funnel',
  'heart',
  'image',
  'info',
  'laugh',
  'log-out',
  'map-pin',
  'megaphone',
  'menu',
  'message-circle',
  'messages-square',
  'pencil',
  'pin',
  'plus',
  'search',
  'send',
  'settings',
  'shield',
  'star',
  'sun',
  'thumbs-up',
  'triangle-alert',
  'user',
  'users',
  'wifi-off',
] as const;
export type IconName = (typeof iconNames)[number];

/** An icon beside words that say the same. */
export const icon = (name: IconName): Html =>
  html`<svg width="22" height="22" aria-hidden="true"><use href="${getAssetAddress('icons.svg')}#${name}"/></svg>`;

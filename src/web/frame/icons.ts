import { getAssetAddress } from './assets.ts';
import { type Html, html } from './html.ts';

/** The icons in use; `npm run web` draws them into one file from the library. */
export const iconNames = [
  'at-sign',
  'bell',
  'bookmark',
  'calendar',
  'check',
  'chevron-left',
  'chevron-right',
  'circle-alert',
  'clock',
  'download',
  'ellipsis',
  'flag',
  'funnel',
  'gavel',
  'heart',
  'history',
  'image',
  'info',
  'key-round',
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
  'server',
  'settings',
  'shield',
  'sliders-horizontal',
  'star',
  'sun',
  'thumbs-up',
  'triangle-alert',
  'undo-2',
  'upload',
  'user',
  'users',
  'wifi-off',
] as const;
export type IconName = (typeof iconNames)[number];

/** An icon beside words that say the same. */
export const icon = (name: IconName): Html =>
  html`<svg width="22" height="22" aria-hidden="true"><use href="${getAssetAddress('icons.svg')}#${name}"/></svg>`;

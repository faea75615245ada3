import { getAssetAddress } from './assets.ts';
import { type Html, html } from './html.ts';

/** The icons in use; `npm run web` combines them from the library into one file. */
export const iconNames = [
  'at-sign',
  'ban',
  'bell',
  'bell-off',
  'bookmark',
  'calendar',
  'calendar-plus',
  'check',
  'chevron-left',
  'chevron-right',
  'circle-alert',
  'circle-question-mark',
  'clapperboard',
  'clock',
  'dices',
  'download',
  'drama',
  'ellipsis',
  'flag',
  'funnel',
  'gavel',
  'heart',
  'history',
  'image',
  'images',
  'info',
  'key-round',
  'languages',
  'laugh',
  'life-buoy',
  'log-out',
  'map-pin',
  'megaphone',
  'menu',
  'message-circle',
  'messages-square',
  'mic-vocal',
  'notebook-pen',
  'package',
  'party-popper',
  'pencil',
  'pin',
  'plus',
  'printer',
  'puzzle',
  'scroll-text',
  'search',
  'send',
  'server',
  'settings',
  'shield',
  'ship',
  'sliders-horizontal',
  'smile-plus',
  'sparkles',
  'star',
  'sun',
  'thumbs-up',
  'trash-2',
  'triangle-alert',
  'undo-2',
  'upload',
  'user',
  'user-plus',
  'users',
  'wifi-off',
] as const;
export type IconName = (typeof iconNames)[number];

const renderedIcons = new Map<IconName, Html>();

/** An icon next to words that say the same. */
export function icon(name: IconName): Html {
  const known = renderedIcons.get(name);
  if (known !== undefined) return known;
  const drawing = html`<svg width="22" height="22" aria-hidden="true"><use href="${getAssetAddress('icons.svg')}#${name}"/></svg>`;
  renderedIcons.set(name, drawing);
  return drawing;
}

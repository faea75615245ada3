import { create } from 'qrcode';
import { type Html, html } from './html.ts';

/** Width of the white margin in modules, as scanners require it. */
const margin = 2;

/** Renders a text as a QR code that can be printed at any size. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = Array.from(data, (isDark, index) =>
    isDark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
  );
  const side = size + 2 * margin;
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="${-margin} ${-margin} ${side} ${side}" shape-rendering="crispEdges"><path d="${dark.join('')}"/></svg>`;
}

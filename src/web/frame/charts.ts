import { type Html, html } from './html.ts';

/** One value at one moment. */
export interface Point {
  readonly at: Date;
  readonly value: number;
}

const width = 240;
const height = 56;
/** Space above the highest value. */
const headroom = 1.1;

/** Renders a line chart from the first value to now; `label` says the same in words. */
export function lineChart(points: readonly Point[], label: string): Html {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length < 2)
    return html`<p class="soft">The chart appears once the server has been running for a while.</p>`;
  const span = last.at.getTime() - first.at.getTime() || 1;
  const top = Math.max(...points.map(({ value }) => value)) * headroom || 1;
  const x = (at: Date) => round(((at.getTime() - first.at.getTime()) / span) * width);
  const y = (value: number) => round(height - (value / top) * height);
  const line = points.map(({ at, value }) => `${x(at)} ${y(value)}`).join(' ');
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="none" role="img" aria-label="${label}"><path class="area" d="M0 ${height}L${line} ${width} ${height}Z"/><path d="M${line}"/></svg>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

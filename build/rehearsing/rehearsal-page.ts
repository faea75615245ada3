import type { Rehearsal } from '../../test/durability/rehearsal/rehearse.ts';
import type { Sample } from '../../test/durability/rehearsal/watch-service.ts';

interface Curve {
  readonly title: string;
  readonly unit: string;
  readonly read: (sample: Sample) => number;
}

interface Plot {
  readonly curves: readonly Curve[];
}

const plots: readonly Plot[] = [
  {
    curves: [
      { title: 'Calls', unit: 'a second', read: ({ requestsPerSecond }) => requestsPerSecond },
      { title: '99 of 100 calls within', unit: 'ms', read: ({ p99Milliseconds }) => p99Milliseconds },
    ],
  },
  { curves: [{ title: 'Memory', unit: 'MB', read: ({ memoryBytes }) => memoryBytes / 1e6 }] },
  { curves: [{ title: 'Database and log', unit: 'MB', read: ({ databaseBytes }) => databaseBytes / 1e6 }] },
  { curves: [{ title: 'People', unit: 'present', read: ({ peoplePresent }) => peoplePresent }] },
];

const toHTML = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Writes the page to sign after a rehearsal: a table of promises, and four plots. */
export function writeRehearsalPage(
  { lines, samples }: Rehearsal,
  { days, people, seed }: { readonly days: number; readonly people: number; readonly seed: number },
): string {
  const rows = lines.map(
    ({ promise, figure, target, isKept, faults }) =>
      `<tr><td>${toHTML(promise)}</td><td>${toHTML(figure)}</td><td>${toHTML(target)}</td><td class="${isKept ? 'kept' : 'broken'}">${isKept ? 'pass' : 'fail'}</td><td>${faults.map(toHTML).join('<br>')}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Rehearsal</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ccc; vertical-align: top }
.kept { color: #06632b } .broken { color: #a40000; font-weight: bold }
svg { width: 100%; height: 8rem; background: #f6f6f6 } polyline { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke }
</style>
<h1>${days === 1 ? 'A day' : `${days} days`} at sea, rehearsed</h1>
<p>${people} people, seed ${seed}. Signed: ______________________</p>
<table><thead><tr><th>Promise</th><th>Figure</th><th>Target</th><th>Result</th><th>What was wrong</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
${plots.map((plot) => drawPlot(plot, samples)).join('\n')}
</html>
`;
}

const colours = ['#1a56a8', '#b4560a'];

function drawPlot({ curves }: Plot, samples: readonly Sample[]): string {
  const captions = curves.map(({ title, unit, read }, index) => {
    const highest = Math.max(0, ...samples.map(read));
    return `<span style="color:${colours[index]}">${title}, up to ${Math.round(highest)} ${unit}</span>`;
  });
  const polylines = curves.map(
    ({ read }, index) => `<polyline stroke="${colours[index]}" points="${listPoints(samples.map(read))}"/>`,
  );
  return `<h2>${captions.join(' and ')}</h2><svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img">${polylines.join('')}</svg>`;
}

/** Each curve is scaled to the full height. */
function listPoints(values: readonly number[]): string {
  const highest = Math.max(...values, Number.MIN_VALUE);
  const step = 100 / Math.max(1, values.length - 1);
  return values
    .map((value, index) => `${(index * step).toFixed(2)},${(98 - (96 * value) / highest).toFixed(2)}`)
    .join(' ');
}

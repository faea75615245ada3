import { queryBoolean } from '#contract/query.ts';
import { consistencyApi } from '#core/consistency/api.ts';
import { serverStateApi } from '#staff/server-state/api.ts';
import type { BoxData, BoxSampleData, BoxSpareData, ReadinessData } from '#staff/server-state/records.ts';
import { lineChart } from '../frame/charts.ts';
import { type Html, html, nothing, when } from '../frame/html.ts';
import { icon } from '../frame/icons.ts';
import { savedNotice, sectionHeader } from '../frame/shell.ts';
import { call, page } from '../page.ts';
import type { Visit, VisitWith } from '../visit.ts';

type Clock = Visit['clock'];

/** The server's health: problems first, then trends. */
export const server = page({
  path: '/server',
  place: 'more',
  asks: [serverStateApi.box, serverStateApi.history, serverStateApi.readiness],
  query: { done: queryBoolean, check: queryBoolean },
  actions: {
    repair: call(
      consistencyApi.reload,
      {},
      () => ({}),
      () => '/server?done',
    ),
  },
  async show(visit) {
    const box = await visit.ask(serverStateApi.box);
    const { samples } = await visit.ask(serverStateApi.history);
    const readiness = visit.query.check ? await visit.ask(serverStateApi.readiness) : undefined;
    const known = [...samples, toCurrentSample(box)];
    const { clock } = visit;
    const main = html`<main class="wide">
${sectionHeader('Server', visit)}
<div class="col broad">
${savedNotice(visit, 'Counters are being recomputed in the background. The log lists what was repaired.')}
${showHealth(box, clock)}
${showReadiness(readiness)}
<section aria-labelledby="load"><h2 id="load" class="hide">Load</h2><div class="gauges">${gauges(box, known, clock)}</div></section>
<div class="halves">
<section aria-labelledby="state"><h2 id="state">State</h2>${showState(box, clock)}</section>
<section aria-labelledby="jobs"><h2 id="jobs">Jobs</h2>${showJobs(box, clock)}</section>
</div>
${showLockOuts(box, clock)}
<div class="halves">
<details><summary>${icon('clock')}Slowest endpoints</summary>${showRoutes(box)}</details>
<details><summary>${icon('history')}Last 24 hours</summary>${showHistory(known, clock)}</details>
</div>
${when(visit.isOpen(consistencyApi.reload), () => repair(visit))}
</div>
</main>`;
    return { title: 'Server', main };
  },
});

/** For numbers that look wrong. */
const repair = (visit: VisitWith<'repair'>): Html =>
  html`<form method="post"><p>If a counter looks wrong, recompute all stored counters and totals.</p><p class="actions"><button type="submit" class="quiet" name="${visit.action('repair')}">Recompute counters</button></p></form>`;

const toCurrentSample = ({ clock, disks, requests, ...box }: BoxData): BoxSampleData => ({
  at: clock.now,
  freeBytes: disks[0]?.freeBytes ?? 0,
  memoryBytes: box.memoryBytes,
  sockets: box.sockets,
  peoplePresent: box.peoplePresent,
  requestsPerSecond: box.requestsPerSecond,
  p99Seconds: requests.p99Seconds,
});

/** Marks a line if the list above has a problem of that name: both describe the same. */
const markIfTrouble = ({ troubles }: BoxData, names: RegExp, line: Html | string): Html =>
  troubles.some(({ name }) => names.test(name)) ? html`<b class="stop">${line}</b>` : html`${line}`;

function showHealth({ troubles, isWritable }: BoxData, clock: Clock): Html {
  const count = troubles.length;
  const title = isWritable
    ? count === 0
      ? 'All systems normal'
      : `Running, ${count === 1 ? '1 warning' : `${count} warnings`}`
    : "Not running normally: data can't be saved";
  return html`<section aria-labelledby="health"><h2 id="health">${title}</h2>${troubles.map(
    ({ sentence, since }) =>
      html`<p class="say warn">${icon('triangle-alert')}<span>${sentence}${when(since, (at) => html` <span class="soft">Since ${clock.moment(at)}</span>`)}</span></p>`,
  )}</section>`;
}

const stateWords = { ready: 'ready', todo: 'to do', leftOut: 'skipped' } as const;

/** The crew's sign-off test. It calls the service over the network, so it only runs on request. */
function showReadiness(readiness: ReadinessData | undefined): Html {
  if (!readiness)
    return html`<p class="actions"><a class="button quiet" href="/server?check">Check readiness for the sailing</a></p>`;
  const { isReady, lines } = readiness;
  const count = lines.filter(({ state }) => state === 'todo').length;
  return html`<section aria-labelledby="ready"><h2 id="ready">${isReady ? 'Ready for the sailing' : `${count} of ${lines.length} checks to do`}</h2><ul class="rows">${lines.map(
    ({ title, state, sentence, faults }) =>
      html`<li class="tall"><div><h3>${title}</h3>${faults.length === 0 ? html`<p>${sentence}</p>` : faults.map((fault) => html`<p>${fault.sentence}${when(fault.command, (command) => html` <code>${command}</code>`)}</p>`)}</div><p class="end">${state === 'todo' ? html`<b class="stop">${stateWords[state]}</b>` : stateWords[state]}</p></li>`,
  )}</ul></section>`;
}

/** A number with its chart of the last day. */
interface Gauge {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly remark: string;
  readonly read: (sample: BoxSampleData) => number;
}

function gauges(box: BoxData, samples: readonly BoxSampleData[], clock: Clock): Html[] {
  const [disk] = box.disks;
  const highest = (read: Gauge['read']) => Math.max(...samples.map(read));
  const all: Gauge[] = [
    {
      name: 'Free disk space',
      value: formatBytes(disk?.freeBytes ?? 0),
      unit: `of ${formatBytes(disk?.totalBytes ?? 0)}`,
      remark: `${disk?.places.join(', ')}`,
      read: ({ freeBytes }) => freeBytes,
    },
    {
      name: 'Memory',
      value: formatBytes(box.memoryBytes),
      unit: '',
      remark: `Peak ${formatBytes(highest(({ memoryBytes }) => memoryBytes))}`,
      read: ({ memoryBytes }) => memoryBytes,
    },
    {
      name: 'People',
      value: String(box.peoplePresent),
      unit: `of ${box.accounts} accounts`,
      remark: `${box.sockets} open sockets, peak ${highest(({ sockets }) => sockets)}`,
      read: ({ peoplePresent }) => peoplePresent,
    },
    {
      name: 'Requests',
      value: writeNumber(box.requestsPerSecond),
      unit: 'per second',
      remark: `99 of 100 within ${writeTime(box.requests.p99Seconds)}`,
      read: ({ requestsPerSecond }) => requestsPerSecond,
    },
  ];
  return all.map((gauge) => showGauge(gauge, samples, clock));
}

function showGauge({ name, value, unit, remark, read }: Gauge, samples: readonly BoxSampleData[], clock: Clock): Html {
  const [first] = samples;
  const label = `${name} over the last day, now ${value} ${unit}`;
  return html`<figure><figcaption><b>${name}</b><span class="value">${value} <small>${unit}</small></span><span class="soft">${remark}</span></figcaption>
${lineChart(
  samples.map((sample) => ({ at: sample.at, value: read(sample) })),
  label,
)}
<p class="ends"><span>${when(samples.length > 1 && first, ({ at }) => clock.moment(at))}</span><span>now</span></p></figure>`;
}

function showState(box: BoxData, clock: Clock): Html {
  const { disks, databaseBytes, pictureBytes, startedAt, version, environment, requests, openReports } = box;
  return html`<dl class="facts">
<dt>Backup</dt><dd>${markIfTrouble(box, /^(no-backup|old-backup|job-back-up)$/, describeBackup(box, clock))}</dd>
${when(box.refused.length, () => html`<dt>Paused</dt><dd>${markIfTrouble(box, /-refused$/, box.refused.map((step) => refusedWords[step]).join(', '))}</dd>`)}
${when(box.spare, (spare) => html`<dt>Spare</dt><dd>${markIfTrouble(box, /^spare-/, describeSpare(spare, clock))}</dd>`)}
<dt>Clock</dt><dd>${clock.time(box.clock.now)}, ${box.clock.zone}${when(box.clock.nextChange, (at) => html`; next change ${clock.moment(at)}`)}</dd>
<dt>Up since</dt><dd>${clock.day(startedAt)}, ${clock.time(startedAt)}</dd>
<dt>Failures</dt><dd>${requests.failures} of ${requests.requests} requests in the last five minutes</dd>
<dt>Reports</dt><dd>${openReports === 0 ? 'none open' : html`<a href="/desk/reports">${openReports} open</a>`}</dd>
<dt>Database</dt><dd>${formatBytes(databaseBytes)}</dd>
${when(pictureBytes, (bytes) => html`<dt>Pictures</dt><dd>${formatBytes(bytes)}</dd>`)}
${disks.slice(1).map(({ places, freeBytes, totalBytes }) => html`<dt>${places.join(', ')}</dt><dd>${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)}</dd>`)}
<dt>Version</dt><dd>${version}, ${environment}</dd>
</dl>`;
}

function describeBackup({ lastBackup, lastProvedBackup, hasNightlyBackup }: BoxData, clock: Clock): Html {
  if (!lastBackup) return html`${hasNightlyBackup ? 'none yet' : 'none: BACKUP_DIR is not set'}`;
  if (lastBackup.state === 'proved') return html`${clock.moment(lastBackup.at)}, verified by restoring it`;
  const proved = lastProvedBackup ? html`last verified ${clock.moment(lastProvedBackup.at)}` : 'none verified yet';
  return html`${clock.moment(lastBackup.at)}, ${lastBackup.state === 'failed' ? 'failed' : 'not verified'}; ${proved}`;
}

/** What passengers can't do because disk space is low. */
const refusedWords = {
  pictures: 'pictures and clips',
  beginnings: 'new threads, chats, events and items',
  writing: 'all posting except by staff',
} as const;

function describeSpare({ peer, isAttached, since, waiting, ...copy }: BoxData['spare'] & object, clock: Clock): Html {
  if (peer === undefined) return html`paired, but no spare has connected yet`;
  const waits =
    waiting === 'on' ? '; responses wait for it' : waiting === 'off' ? '' : '; responses no longer wait for it';
  const from = html`${peer}${when(since, (at) => html`, ${isAttached ? 'connected since' : 'last seen'} ${clock.moment(at)}`)}`;
  if (!isAttached) return html`away: ${from}${waits}`;
  return html`${describeCopy(copy)}: ${from}${waits}`;
}

function describeCopy({ hasDatabase, isComplete, filesMissing, ...lag }: Partial<BoxSpareData>): Html {
  const { lagMilliseconds, lagBytes = 0 } = lag;
  const behind =
    lagMilliseconds === undefined
      ? nothing
      : html`, ${writeTime(lagMilliseconds / 1000)} and ${formatBytes(lagBytes)} behind`;
  if (isComplete) return html`complete${behind}`;
  if (!hasDatabase) return html`copying the database`;
  return html`${filesMissing === undefined ? 'comparing files' : `${filesMissing} files left to copy`}${behind}`;
}

function showJobs(box: BoxData, clock: Clock): Html {
  return html`<ul class="rows">${box.jobs.map(
    ({ name, times, isOff, lastRun, outcome, nextRun }) =>
      html`<li class="tall"><div><h3>${name}</h3><p>${isOff ? 'switched off' : times}${when(outcome, (text) => html`. ${markIfTrouble(box, new RegExp(`^job-${name}$`), text)}`)}</p></div><p class="end">${lastRun ? clock.moment(lastRun) : 'not run yet'}${when(nextRun, (at) => html`<br>next ${clock.moment(at)}`)}</p></li>`,
  )}</ul>`;
}

function showLockOuts({ lockOuts }: BoxData, clock: Clock): Html {
  if (lockOuts.length === 0) return nothing;
  return html`<section aria-labelledby="locked"><h2 id="locked">Locked out</h2><ul class="rows">${lockOuts.map(
    ({ username, kind, until, address }) =>
      html`<li><div><h3><a href="/staff/registration?search=${encodeURIComponent(username)}">${username}</a></h3><p class="line">${kind === 'wrong-passwords' ? 'wrong passwords' : 'failed recoveries'}${when(address, (from) => html` from ${from}`)}</p></div><p class="end">${until ? html`until ${clock.moment(until)}` : 'until unlocked'}</p></li>`,
  )}</ul></section>`;
}

const showRoutes = ({
  slowestRoutes,
}: BoxData): Html => html`<section class="wide" aria-label="Slowest endpoints" tabindex="0"><table class="numbers">
<thead><tr><th scope="col">Endpoint</th><th scope="col">Requests</th><th scope="col">p99</th><th scope="col">Max</th></tr></thead>
<tbody>${slowestRoutes.map(({ route, requests, p99Seconds, maxSeconds }) => html`<tr><th scope="row">${route}</th><td>${requests}</td><td>${writeTime(p99Seconds)}</td><td>${writeTime(maxSeconds)}</td></tr>`)}</tbody></table></section>`;

/** One line per hour, and the last one. */
function showHistory(samples: readonly BoxSampleData[], clock: Clock): Html {
  const perHour = 6;
  const shown = samples.filter((_, index) => (samples.length - 1 - index) % perHour === 0).toReversed();
  return html`<section class="wide" aria-label="Last 24 hours" tabindex="0"><table class="numbers">
<thead><tr><th scope="col">Time</th><th scope="col">Free disk</th><th scope="col">Memory</th><th scope="col">People</th><th scope="col">Sockets</th><th scope="col">Requests/s</th></tr></thead>
<tbody>${shown.map((sample) => html`<tr><th scope="row">${clock.moment(sample.at)}</th><td>${formatBytes(sample.freeBytes)}</td><td>${formatBytes(sample.memoryBytes)}</td><td>${sample.peoplePresent}</td><td>${sample.sockets}</td><td>${writeNumber(sample.requestsPerSecond)}</td></tr>`)}</tbody></table></section>`;
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `412 MB`, `1.7 GB` */
function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${writeNumber(bytes / 1000 ** power)} ${units[power]}`;
}

const writeNumber = (value: number): string =>
  value < 10 ? String(Math.round(value * 10) / 10) : String(Math.round(value));

const writeTime = (seconds: number): string =>
  seconds < 1 ? `${Math.max(1, Math.round(seconds * 1000))} ms` : `${writeNumber(seconds)} s`;

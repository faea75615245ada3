import type { DiskEvent, Recorded } from './disk-events.ts';

/** A bug that a careless program would have. */
export interface PlantedFault {
  readonly name: string;
  /** The scenario that reveals it. */
  readonly scenario: string;
  plant(events: readonly DiskEvent[]): DiskEvent[];
}

const isSync = ({ what }: DiskEvent): boolean => what === 'sync';
const isUpload = (path: string): boolean => /\/images\/(?:full|thumb)\/..(?:\/|$)/.test(path);
const isState = (path: string): boolean => /\/spare\/[ab]\/copy\.json$/.test(path);

/** Five ways to lose acknowledged data. The checks must find each of them. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'a file that is not synced: the log of the database',
    scenario: 'server',
    plant: (events) => events.filter((event) => !(isSync(event) && event.path.endsWith('/gangway.sqlite-wal'))),
  },
  {
    name: 'a folder that is not synced: that of a picture',
    scenario: 'server',
    plant: (events) =>
      events.filter((event) => !(isSync(event) && isUpload(event.path) && !event.path.endsWith('.part'))),
  },
  {
    name: 'a premature rename: a picture gets its name before its content is safe',
    scenario: 'server',
    plant: (events) =>
      events
        .filter((event) => !(event.what === 'rename' && isUpload(event.path)))
        .map((event) => (isDraftOfUpload(event) ? { ...event, path: getFinalPath(event.path) } : event)),
  },
  {
    name: 'a trusting checkpoint: the log begins again before the database is synced',
    scenario: 'server',
    plant: (events) => events.filter((event) => !(isSync(event) && event.path.endsWith('/gangway.sqlite'))),
  },
  {
    name: 'a state file that is written in place: what the spare knows of its copy',
    scenario: 'spare',
    plant: writeStateInPlace,
  },
];

const isDraftOfUpload = ({ path }: DiskEvent): boolean => isUpload(path) && path.endsWith('.part');

/** The name of a temporary file. */
const getFinalPath = (path: string): string => path.replace(/\/\.([^/]+)\.[0-9a-f-]{36}\.part$/, '/$1');

/** Writes the same content over the existing file. */
function writeStateInPlace(events: readonly DiskEvent[]): DiskEvent[] {
  return events.flatMap((event): DiskEvent[] => {
    const path = event.path.replace(/\.draft$/, '');
    if (!isState(path)) return [event];
    if (event.what === 'rename' || event.what === 'sync') return [];
    return [event.what === 'open' ? { ...event, path, creates: true, truncates: true } : { ...event, path }];
  });
}

/** Plants a fault in a recording. */
export const plantFault =
  ({ plant }: PlantedFault) =>
  ({ events, answers }: Recorded): Recorded => ({ events: plant(events), answers });

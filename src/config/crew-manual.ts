import * as v from 'valibot';
import { readEmbedded } from '#platform/machine/embedded-files.ts';
import { formatSettings } from './settings.ts';

/** Topics of the crew's manual, in reading order: `gangway help TOPIC`, `/help/crew/TOPIC`, `assets/crew/TOPIC.md`. */
export const manualTopic = v.picklist([
  'first-start',
  'before-boarding',
  'trouble',
  'second-machine',
  'backups',
  'between-sailings',
  'staff-pages',
  'other-apps',
  'tls',
  'settings',
  'updating',
]);

export type ManualTopic = v.InferOutput<typeof manualTopic>;

/** Returns a page of the manual as Markdown. */
export const readManual = (topic: ManualTopic): string =>
  readEmbedded(`assets/crew/${topic}.md`).toString('utf8').replace('{{settings}}', formatSettings);

/** Lists the topics with their titles, which are the first lines of their pages. */
export const listManual = (): { readonly topic: ManualTopic; readonly title: string }[] =>
  manualTopic.options.map((topic) => ({
    topic,
    title: readManual(topic).split('\n', 1)[0]?.replace(/^# /, '') ?? topic,
  }));

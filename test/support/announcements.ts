import { announcementsApi } from '#features/announcements/api.ts';
import type { TestApp } from './app.ts';

/** Formats the time this many hours from now on the test's clock, as clients send it. */
export const inHours = ({ clock }: Pick<TestApp, 'clock'>, hours: number): string =>
  new Date(clock.now().getTime() + hours * 60 * 60_000).toISOString();

/** Creates an announcement for some hours as the management office; returns its id. */
export async function announce(app: TestApp, text: string, hours = 5): Promise<number> {
  const office = await app.atLevel('tho');
  await office.get(announcementsApi.create, { body: { text, displayUntil: inHours(app, hours) } });
  const [newest] = await office.get(announcementsApi.list);
  return newest?.id ?? 0;
}

import type { ServiceProcess } from '../../running/service-process.ts';
import { bearerHeader, expectSuccess, logIn } from './api.ts';
import { days, eventsPerDay } from './seed.ts';

const performersPerDay = 40;
const eventsOfEach = 5;

/** Assigns performers to the events of every day, like a bulk import. */
export async function addPerformers(service: ServiceProcess): Promise<void> {
  const headers = { authorization: bearerHeader(await logIn(service.url, 'admin')) };
  const call = (path: string, body?: unknown) =>
    expectSuccess(`${service.url}/api/v3/admin/performer/bulk/${path}`, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const entries = Array.from({ length: days * performersPerDay }, (_, index) => ({
    header: { name: `Performer ${index}` },
    bio: 'Sings old songs and new ones, and tells of the sea. '.repeat(20),
    scrapedEventRefs: Array.from({ length: eventsOfEach }, (_, event) => ({
      uid: `bench-${index % days}-${(index + event * 7) % eventsPerDay}`,
      title: 'by its uid',
      startTime: '2025-03-02T12:00:00Z',
    })),
  }));
  await call('upload', entries);
  await call('apply');
}

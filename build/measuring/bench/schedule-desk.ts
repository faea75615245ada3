import type { ServiceProcess } from '../../running/service-process.ts';
import { bearerHeader, expectSuccess, logIn } from './api.ts';
import { report } from './figures.ts';
import { median } from './load.ts';
import { buildCalendar } from './seed.ts';

const rounds = 20;

/** Measures how long the schedule desk takes to compare a new schedule with all 400 events. */
export async function measureScheduleDesk(service: ServiceProcess): Promise<void> {
  const headers = { authorization: bearerHeader(await logIn(service.url, 'admin')) };
  const body = JSON.stringify({ schedule: buildCalendar('Another event') });
  await expectSuccess(`${service.url}/api/v3/admin/schedule/update`, { method: 'POST', headers, body });
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const response = await expectSuccess(`${service.url}/api/v3/admin/schedule/verify`, { headers });
    await response.arrayBuffer();
    times.push(performance.now() - started);
  }
  report({ what: 'difference of 400 events, all of them changed', value: median(times), unit: 'ms', max: 50 });
  report({ what: 'the same at first, while the file is read', value: times[0] ?? 0, unit: 'ms' });
}

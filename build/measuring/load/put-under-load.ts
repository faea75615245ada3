import type { Crowd } from '#crowd/crowd.ts';
import { type LoadOptions, type LoadReport, putUnderLoad } from '#crowd/put-under-load.ts';
import type { ServiceProcess } from '../../running/service-process.ts';
import { readCpuMilliseconds } from '../bench/cpu-time.ts';
import { watchMemory } from '../bench/memory.ts';

/** Measurements of the clients, and the cost for the service. */
export interface MeasuredLoad extends LoadReport {
  /** CPU time of the service in milliseconds, which is meaningful even on a busy machine. */
  readonly cpuMilliseconds: number;
  /** Peak anonymous memory of the service and its workers. */
  readonly mebibytes: number;
}

/** Puts a service under load and measures its cost. */
export async function measureLoad(service: ServiceProcess, crowd: Crowd, options: LoadOptions): Promise<MeasuredLoad> {
  const memory = watchMemory(service.pid);
  let cpuBefore = 0;
  try {
    const report = await putUnderLoad(service.url, crowd, options, () => {
      cpuBefore = readCpuMilliseconds(service.pid);
    });
    return { ...report, cpuMilliseconds: readCpuMilliseconds(service.pid) - cpuBefore, mebibytes: memory() };
  } finally {
    memory();
  }
}

import type { Crowd } from '#crowd/crowd.ts';
import { type LoadOptions, type LoadReport, putUnderLoad } from '#crowd/put-under-load.ts';
import type { ServiceProcess } from '../../running/service-process.ts';
import { readCpuMilliseconds } from '../bench/cpu-time.ts';
import { watchMemory } from '../bench/memory.ts';

/** What the crowd saw, and what that cost the service. */
export interface MeasuredLoad extends LoadReport {
  /** Time that the service took of the processor, in milliseconds: this tells something on a busy machine too. */
  readonly cpuMilliseconds: number;
  /** Anonymous memory of the service and its workers, at its highest. */
  readonly mebibytes: number;
}

/** Puts a service under load and measures what that costs it. */
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

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { say } from '../../project.ts';
import type { ServiceProcess } from '../../running/service-process.ts';
import { canPin, leaveCoreToService, moveToAllCores, moveToServiceCore, useAllCores } from '../load/one-core.ts';
import { expectSuccess } from './api.ts';
import { measureRequestsPerSecond, median, type RequestToSend } from './load.ts';

const rounds = 9;
const roundSeconds = 1;
/** A real service runs for a week, so the JIT compiler's warm-up must not count. */
const warmUpSeconds = 3;

interface BareServer {
  readonly url: string;
  readonly process: ChildProcess;
}

async function startBare(body: Buffer): Promise<BareServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    env: { ...process.env, BARE_BODY: body.toString('base64') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(line).trim().split(' ')[1]}`, process: child };
}

/** The bytes of the service's response, which the bare server sends too. */
async function readResponse(url: string, { method = 'GET', headers = {}, body }: RequestToSend): Promise<Buffer> {
  const response = await expectSuccess(url, { method, headers, ...(body !== undefined && { body }) });
  return Buffer.from(await response.arrayBuffer());
}

/**
 * Returns the service's speed as a fraction of that of bare node:http: the median of several alternating rounds, after
 * a warm-up. During its rounds each server has the same core to itself, if the system allows pinning; the clients use
 * the other cores.
 */
export async function measureRatioToBare(service: ServiceProcess, shot: RequestToSend): Promise<number> {
  const bareServer = await startBare(await readResponse(`${service.url}${shot.path}`, shot));
  const isPinned = canPin();
  if (isPinned) {
    leaveCoreToService();
    for (const pid of [service.pid, bareServer.process.pid]) if (pid !== undefined) moveToServiceCore(pid);
  }
  try {
    return await compare(service.url, bareServer.url, shot);
  } finally {
    bareServer.process.kill();
    if (isPinned) {
      useAllCores();
      moveToAllCores(service.pid);
    }
  }
}

async function compare(ourUrl: string, bareUrl: string, shot: RequestToSend): Promise<number> {
  for (const url of [ourUrl, bareUrl]) await measureRequestsPerSecond(url, shot, { seconds: warmUpSeconds });
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ours = await measureRequestsPerSecond(ourUrl, shot, { seconds: roundSeconds });
    const theirs = await measureRequestsPerSecond(bareUrl, shot, { seconds: roundSeconds });
    say(`       ${shot.path}: ${ours.toFixed(0)} of ${theirs.toFixed(0)} requests/s`);
    ratios.push(ours / theirs);
  }
  return median(ratios);
}

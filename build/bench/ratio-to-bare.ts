import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { say } from '../project.ts';
import type { ServiceProcess } from '../service-process.ts';
import { expectSuccess } from './api.ts';
import { median, requestsPerSecond, type Shot } from './load.ts';

const rounds = 3;

async function startBare(body: Buffer): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    env: { ...process.env, BARE_BODY: body.toString('base64') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(line).trim().split(' ')[1]}`, stop: () => void child.kill() };
}

/** The service's speed as a part of bare node:http's, median of several rounds in turns. */
export async function ratioToBare(service: ServiceProcess, shot: Shot): Promise<number> {
  const sample = await expectSuccess(`${service.url}${shot.path}`, {
    method: shot.method ?? 'GET',
    headers: shot.headers ?? {},
    ...(shot.body !== undefined && { body: shot.body }),
  });
  const bare = await startBare(Buffer.from(await sample.arrayBuffer()));
  const ratios: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const ours = await requestsPerSecond(service.url, shot);
      const theirs = await requestsPerSecond(bare.url, shot);
      say(`       ${shot.path}: ${ours.toFixed(0)} of ${theirs.toFixed(0)} requests/s`);
      ratios.push(ours / theirs);
    }
  } finally {
    bare.stop();
  }
  return median(ratios);
}

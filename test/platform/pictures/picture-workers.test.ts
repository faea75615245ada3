import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { createLog } from '#platform/observing/log.ts';
import { PictureRejected } from '#platform/pictures/picture-rejected.ts';
import { createPictureWorkers, type PictureTimeouts, type PictureWorkers } from '#platform/pictures/picture-workers.ts';
import { watchMemory } from '../../../build/measuring/bench/memory.ts';
import {
  createDisguisedHeic,
  createGzippedSvg,
  createNestedOverlays,
  createSlowPng,
  createVastWebp,
} from '../../support/hostile-pictures.ts';
import { createPicture } from '../../support/pictures.ts';
import { skipWithout } from '../../support/platform.ts';
import { listPictureWorkers, readOfProcess, waitUntil, waitUntilEnded } from '../../support/processes.ts';

const skip = skipWithout('/proc');
const options = { avatar: false, allowAnimated: true, maximumBytes: 20 * 2 ** 20, thumbnailHeight: 200 };
/** Milliseconds; more than in a service, since the machine may be busy with other tests. */
const patientTimeouts: PictureTimeouts = { first: 20_000, second: 120_000, hanging: 240_000, idle: 60_000 };

/** Runs a test with separate workers, which are stopped afterwards. */
function testWorkers(name: string, run: (workers: PictureWorkers) => Promise<void>, patience = {}): void {
  test(name, { skip }, async () => {
    const workers = createPictureWorkers(createLog('silent', 'json'), { ...patientTimeouts, ...patience });
    try {
      await run(workers);
    } finally {
      workers.stop();
      await waitUntilEnded(listPictureWorkers(process.pid));
    }
  });
}

const assertRejected = (work: Promise<unknown>, sentence: RegExp) =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof PictureRejected, String(error));
    assert.match(error.message, sentence);
    return true;
  });

const ordinaryPicture = await createPicture({ format: 'jpeg' });
const tooMuch = /takes too much time or memory/;

testWorkers('another process produces the same picture as this one', async (workers) => {
  assert.deepEqual(listPictureWorkers(process.pid), []);
  const { full, thumbnail, extension } = await workers.process(ordinaryPicture, options);
  assert.equal(extension, 'jpg');
  assert.equal((await sharp(full).metadata()).width, 300);
  assert.equal((await sharp(thumbnail).metadata()).height, 200);
  assert.equal(listPictureWorkers(process.pid).length, 1);
});

testWorkers('distinguishes rejected pictures from damaged ones', async (workers) => {
  for (const upload of [Buffer.from('hello'), createGzippedSvg(), Buffer.alloc(0)]) {
    await assertRejected(
      workers.process(upload, options),
      /We can't read this file as a picture. Use JPEG, PNG, GIF, WebP, AVIF or TIFF/,
    );
  }
  for (const upload of [ordinaryPicture.subarray(0, 600), createDisguisedHeic()]) {
    await assertRejected(
      workers.process(upload, options),
      /is damaged or in the wrong format.* JPEG, PNG, GIF, WebP, AVIF or TIFF/,
    );
  }
});

testWorkers('a picture that takes too much memory is rejected, and takes none from the machine', async (workers) => {
  const memory = watchMemory(process.pid);
  for (const upload of [createVastWebp(), await createNestedOverlays(10_000)]) {
    await assertRejected(workers.process(upload, options), tooMuch);
  }
  await workers.process(ordinaryPicture, options);
  const highest = memory();
  assert.ok(highest < 700, `${highest} MiB`);
});

testWorkers(
  'a picture that takes too long times out',
  (workers) => assertRejected(workers.process(createSlowPng(), options), tooMuch),
  { second: 200 },
);

testWorkers(
  'a picture that misses the first attempt comes out at the second',
  async (workers) => {
    assert.equal((await workers.process(ordinaryPicture, options)).extension, 'jpg');
  },
  { first: 0 },
);

/** Starts a worker and stops its process, so that it gets no CPU time. Returns its id. */
async function startAndStopWorker(workers: PictureWorkers): Promise<number> {
  await workers.drawIdenticon('x');
  const [pid = 0] = listPictureWorkers(process.pid);
  process.kill(pid, 'SIGSTOP');
  return pid;
}

testWorkers(
  'a worker that gets little time of a busy machine is not given up',
  async (workers) => {
    const pid = await startAndStopWorker(workers);
    setTimeout(() => process.kill(pid, 'SIGCONT'), 1_500);
    await workers.process(ordinaryPicture, options);
    assert.deepEqual(listPictureWorkers(process.pid), [pid]);
  },
  { first: 1_000 },
);

testWorkers(
  'a worker that hangs times out, and another one does its work',
  async (workers) => {
    const pid = await startAndStopWorker(workers);
    await workers.process(ordinaryPicture, options);
    await waitUntilEnded([pid]);
  },
  { hanging: 3_000 },
);

testWorkers(
  'pictures of 12 megapixels come out at the first attempt',
  async (workers) => {
    const picture = sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#336699' } });
    const encoders = [
      () => picture.clone().webp({ lossless: true, effort: 0 }),
      () => picture.clone().jpeg({ progressive: true }),
    ];
    for (const encode of encoders) {
      assert.equal((await workers.process(await encode().toBuffer(), options)).extension, 'jpg');
    }
  },
  { second: 0 },
);

testWorkers('slow pictures wait for each other, and no other picture waits for them', async (workers) => {
  const finished: string[] = [];
  const send = async (name: string, upload: Buffer) => {
    await workers.process(upload, options);
    finished.push(name);
  };
  const slow = createSlowPng(3_000);
  const slowOnes = [send('slow', slow), send('slow', slow)];
  const ordinaryOnes = Array.from({ length: 6 }, () => send('ordinary', ordinaryPicture));
  await Promise.all([...slowOnes, ...ordinaryOnes]);
  assert.equal(finished.at(-1), 'slow', finished.join());
});

testWorkers('all threads of a worker have a lower priority than the service', async (workers) => {
  await workers.process(ordinaryPicture, options);
  const [pid = 0] = listPictureWorkers(process.pid);
  const threads = readdirSync(`/proc/${pid}/task`).map(Number);
  assert.ok(threads.length > 1);
  for (const thread of threads) assert.ok(getPriority(thread) > getPriority(), `thread ${thread}`);
});

testWorkers('no picture is lost when a worker is killed', async (workers) => {
  const sendTwo = () => [1, 2].map(() => workers.process(ordinaryPicture, options));
  await Promise.all(sendTwo());
  assert.equal(listPictureWorkers(process.pid).length, 2);
  const sent = [...sendTwo(), ...sendTwo(), ...sendTwo()];
  for (const pid of listPictureWorkers(process.pid)) process.kill(pid, 'SIGKILL');
  for (const { extension } of await Promise.all(sent)) assert.equal(extension, 'jpg');
});

testWorkers('a worker has no secrets, and can’t exceed its memory limit', async (workers) => {
  process.env.ADMIN_PASSWORD = 'a secret of the test';
  await workers.drawIdenticon('7c9e6679-7425-40de-944b-e07fc1f90ae7');
  delete process.env.ADMIN_PASSWORD;
  const [pid = 0] = listPictureWorkers(process.pid);
  const names = readOfProcess(pid, 'environ')
    .split('\0')
    .map((entry) => entry.split('=')[0]);
  const harmless = [
    'MALLOC_ARENA_MAX',
    'MALLOC_MMAP_THRESHOLD_',
    'NODE_CHANNEL_FD',
    'NODE_CHANNEL_SERIALIZATION_MODE',
    'NODE_COMPILE_CACHE',
    'PWD',
    'UV_THREADPOOL_SIZE',
    'VIPS_DISC_THRESHOLD',
    '',
  ];
  assert.deepEqual(
    names.filter((name = '') => !harmless.includes(name)),
    [],
  );
  assert.match(readOfProcess(pid, 'limits'), /^Max data size +\d+ +\d+ +bytes/m);
  assert.match(readOfProcess(pid, 'limits'), /^Max core file size +0 /m);
});

testWorkers(
  'workers that have nothing to do end, and the next picture starts new ones',
  async (workers) => {
    await workers.process(ordinaryPicture, options);
    await waitUntilEnded(listPictureWorkers(process.pid));
    await workers.process(ordinaryPicture, options);
  },
  { idle: 1 },
);

testWorkers('a defect in our own code isn’t reported as an error of the picture', async (workers) => {
  const error = await workers.drawQrCode('x'.repeat(5000)).catch((error: unknown) => error);
  assert.ok(error instanceof Error && !(error instanceof PictureRejected));
  assert.match(error.message, /draw QR code went wrong: .*too big/is);
  assert.ok((await workers.drawQrCode('x')).length > 0);
});

testWorkers('once stopped, workers end in the middle and no others start', async (workers) => {
  const underWay = workers.process(createSlowPng(), options);
  await waitUntil('a worker is there', () => listPictureWorkers(process.pid).length > 0);
  workers.stop();
  await assert.rejects(underWay, { code: 'unavailable' });
  await assert.rejects(workers.process(ordinaryPicture, options), { code: 'unavailable' });
  await waitUntilEnded(listPictureWorkers(process.pid));
});

/** Runs a few lines with workers in a separate process, which prints the ids of its workers once they exist. */
async function runElsewhere(lines: string): Promise<{ parent: ChildProcess; workers: number[] }> {
  const program = `
    import { createPictureWorkers } from '#platform/pictures/picture-workers.ts';
    import { createLog } from '#platform/observing/log.ts';
    import { createSlowPng } from './test/support/hostile-pictures.ts';
    import { listPictureWorkers } from './test/support/processes.ts';
    const workers = createPictureWorkers(createLog('silent', 'json'));
    ${lines}`;
  const flags = ['--input-type=module-typescript', '--eval', program];
  const cwd = join(import.meta.dirname, '..', '..', '..');
  const parent = spawn(process.execPath, flags, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(parent, 'exit').then(([code]) => assert.fail(`it ended with ${code}`));
  const [text] = await Promise.race([once(parent.stdout, 'data'), ended]);
  return { parent, workers: JSON.parse(String(text)) };
}

test('workers end with their parent process, even if it’s killed while they decode', {
  skip,
}, async () => {
  const { parent, workers } = await runElsewhere(`
    await workers.drawIdenticon('x');
    void workers.process(createSlowPng(), ${JSON.stringify(options)});
    process.stdout.write(JSON.stringify(listPictureWorkers(process.pid)));`);
  assert.equal(workers.length, 1);
  parent.kill('SIGKILL');
  await waitUntilEnded(workers);
});

test('idle workers don’t keep the process running', { skip }, async () => {
  const { parent, workers } = await runElsewhere(`
    await workers.drawIdenticon('x');
    process.stdout.write(JSON.stringify(listPictureWorkers(process.pid)));`);
  if (parent.exitCode === null) await once(parent, 'exit');
  assert.equal(parent.exitCode, 0);
  await waitUntilEnded(workers);
});

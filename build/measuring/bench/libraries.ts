import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { searchedWords } from '../../made-up-sailing/vocabulary.ts';
import type { ServiceProcess } from '../../running/service-process.ts';
import { type Account, bearerHeader, expectSuccess, logIn } from './api.ts';
import { report } from './figures.ts';
import { median, timeRepeatedly } from './load.ts';
import { measureRatioToBare } from './ratio-to-bare.ts';

const rounds = 15;
const songCount = 30_000;

/**
 * Measures the libraries of a full sailing: song searches while typing, pages of games, and how long a reload blocks
 * other requests.
 */
export async function measureLibraries(service: ServiceProcess, reader: Account, folder: string): Promise<void> {
  for (const word of ['the', searchedWords.common, 'tonight', searchedWords.rare]) {
    const times = await timeTyping(service, reader, word);
    report({
      what: `songs by each letter of "${word}", the slowest`,
      value: Math.max(...times),
      unit: 'ms',
      max: 5,
    });
  }
  const headers = { authorization: bearerHeader(reader) };
  const path = '/api/v3/boardgames?limit=50';
  report({
    what: 'page of 50 games',
    value: await measureRatioToBare(service, { path, headers }),
    unit: 'x',
    min: 0.3,
  });
  await measureReload(service, reader, folder);
}

/** Replaces all songs; returns the slowest response to another client meanwhile. */
async function measureReload({ url }: ServiceProcess, reader: Account, folder: string): Promise<void> {
  const lines = Array.from({ length: songCount }, (_, index) => `Singers ${index % 5_000}\tThe song of ${index}\n`);
  await mkdir(join(folder, 'seeds'), { recursive: true });
  await writeFile(join(folder, 'seeds', 'KaraokeSongCatalog.txt'), lines.join(''));
  const admin = await logIn(url, 'admin');
  const headers = { authorization: bearerHeader(reader) };
  const whoami = timeRepeatedly(async () =>
    (await expectSuccess(`${url}/api/v3/user/whoami`, { headers })).arrayBuffer(),
  );
  const started = performance.now();
  const options = { method: 'POST', headers: { authorization: bearerHeader(admin) } };
  await expectSuccess(`${url}/api/v3/karaoke/reload`, options);
  report({ what: `reload of ${songCount} songs`, value: (performance.now() - started) / 1000, unit: 's' });
  report({ what: 'slowest whoami during the reload', value: Math.max(...(await whoami())), unit: 'ms', max: 20 });
}

/**
 * Returns the milliseconds of a search for each prefix of a word that can be searched: one letter, and three or more.
 */
async function timeTyping(service: ServiceProcess, reader: Account, word: string): Promise<number[]> {
  const lengths = [1, ...Array.from({ length: word.length - 2 }, (_, index) => index + 3)];
  const times: number[] = [];
  for (const length of lengths) times.push(await timeSearch(service, reader, word.slice(0, length)));
  return times;
}

async function timeSearch({ url }: ServiceProcess, reader: Account, search: string): Promise<number> {
  const headers = { authorization: bearerHeader(reader) };
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const response = await expectSuccess(`${url}/api/v3/karaoke?search=${search}&limit=${30 + round}`, { headers });
    await response.arrayBuffer();
    times.push(performance.now() - started);
  }
  return median(times);
}

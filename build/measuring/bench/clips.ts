import { join } from 'node:path';
import { writeSong } from '../../../test/support/clips.ts';
import { makeMovie } from '../../../test/support/movies.ts';
import { type Account, bearerHeader, expectSuccess } from './api.ts';

const recordingsPerRound = 20;
const clipBytes = 30_000_000;

/** Requests a slot in a song for some accounts. Returns functions that upload a recording of 30 MB for each of them. */
export async function prepareRecordings(
  url: string,
  accounts: readonly Account[],
  dataFolder: string,
): Promise<(() => Promise<unknown>)[]> {
  writeSong(join(dataFolder, 'microkaraoke'), 'Song', { slots: 2 * recordingsPerRound });
  // The service notices a new song within two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const clip = makeMovie({ bytes: clipBytes }).toString('base64');
  const offers = accounts.slice(0, recordingsPerRound).map(async (account) => {
    const headers = { authorization: bearerHeader(account) };
    const response = await expectSuccess(`${url}/api/v3/microkaraoke/offer`, { method: 'POST', headers });
    // Trusted: our own service sent this offer.
    const { offerID } = (await response.json()) as { offerID: string };
    return () =>
      expectSuccess(`${url}/api/v3/microkaraoke/recording`, {
        method: 'POST',
        headers,
        body: new Blob([`{"offerID":"${offerID}","videoData":"`, clip, '"}']),
      });
  });
  return Promise.all(offers);
}

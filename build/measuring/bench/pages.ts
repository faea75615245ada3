import type { ServiceProcess } from '../../running/service-process.ts';
import { type Account, bearerHeader, expectSuccess } from './api.ts';
import { report } from './figures.ts';
import { measureRatioToBare } from './ratio-to-bare.ts';

/** Posts on a page of a thread. */
const postsOnPage = 20;

/** Measures how close pages for browsers come to bare `node:http` sending the same bytes. */
export async function measurePages(service: ServiceProcess, account: Account): Promise<void> {
  const thread = await startThread(service.url, account);
  const headers = { cookie: `session=${account.token}`, accept: 'text/html' };
  for (const [what, path] of [
    ['Today as a page', '/'],
    [`a thread of ${postsOnPage} posts as a page`, `/forums/thread/${thread}?start=0`],
  ] as const) {
    report({ what, value: await measureRatioToBare(service, { path, headers }), unit: 'x', min: 0.15 });
  }
}

async function startThread(url: string, author: Account): Promise<string> {
  const headers = { authorization: bearerHeader(author) };
  const post = async (path: string, body: object): Promise<unknown> => {
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await expectSuccess(`${url}/api/v3${path}`, options)).json();
  };
  const response = await expectSuccess(`${url}/api/v3/forum/categories`, { headers });
  // Trusted: our own service sent these responses.
  const categories = (await response.json()) as { categoryID: string; isRestricted: boolean }[];
  const category = categories.find(({ isRestricted }) => !isRestricted);
  const text = 'Who comes to the lighthouse tomorrow? We meet at eight, @bench1 brings the maps. #shore';
  const { forumID } = (await post(`/forum/categories/${category?.categoryID}/create`, {
    title: 'To the lighthouse',
    firstPost: { text, images: [] },
  })) as { forumID: string };
  for (let number = 1; number < postsOnPage; number += 1) await post(`/forum/${forumID}/create`, { text, images: [] });
  return forumID;
}

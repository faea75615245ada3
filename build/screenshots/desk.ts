import { profilesApi } from '#core/profiles/api.ts';
import { feedbackApi } from '#features/feedback/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import type { BoardedPassengers } from './people.ts';

/** Creates work for moderators and the desks; returns the parameters of the pages. */
export async function fillDesk({ people, wait }: BoardedPassengers, forumID: string) {
  const { sam, lars, zoe, joerg, bo, 'tom.the.talkative': tom } = people;
  const { postID } = await tom.get(forumsApi.post, {
    params: { forumID },
    body: { text: 'Anyone who sits on my bench will be sorry.', images: [] },
  });
  for (const [who, message] of [
    [lars, 'This is a threat.'],
    [zoe, ''],
    [
      sam,
      'He says it every evening, and he means it: yesterday he took my chair, my blanket and the book that I had left on it.',
    ],
  ] as const) {
    wait(3);
    await who.get(forumsApi.reportPost, { params: { postID }, body: { message } });
  }
  await lars.get(profilesApi.reportUser, {
    params: { userID: joerg.userID },
    body: { message: 'Is this a real name?' },
  });
  const { postID: feedPostID } = await bo.get(microblogApi.create, { body: { text: 'Buy my cards!', images: [] } });
  await zoe.get(microblogApi.report, { params: { postID: feedPostID }, body: { message: 'Advertising' } });
  const feedback = {
    hostName: 'Lars',
    attendance: '14',
    recapString: 'Calm, then merry.',
    issuesString: 'Too few boards.',
  };
  await lars.get(feedbackApi.file, {
    body: {
      ...feedback,
      eventUID: 'full-20250303-9',
      eventTitle: 'Chess for Beginners',
      eventLocation: 'Library, Deck 5',
      eventTime: '2025-03-04T01:30:00.000Z',
    },
  });
  return { forumPost: String(postID), reportedPost: String(feedPostID) };
}

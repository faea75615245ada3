import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import type { BoardedPassengers } from './people.ts';
import { createChat, createGroup, createThread, post, say } from './write-messages.ts';

/** Creates threads, one of them long, with pictures and a pinned post; returns the parameters of their pages. */
export async function createThreads({ people, wait }: BoardedPassengers) {
  const { sam, ann, bo, mei, zoe, joerg, wilhelmina, lars, 'tom.the.talkative': tom } = people;
  const categories = await sam.get(forumsApi.categories);
  const category = categories.find(({ isRestricted, isEventCategory }) => !isRestricted && !isEventCategory);
  const categoryID = category?.categoryID ?? '';
  const thread = await createThread(
    { categoryID, title: 'Quiet corners on board' },
    [
      [
        ann,
        'So far: the library before 10, the bench under the stairs on deck 5, the forward lounge after 22:00. Please keep them quiet.',
      ],
      [bo, 'The card room is empty between breakfast and eleven. Bring your own tea.'],
      [zoe, '@bo and a cardigan. It is the coldest room on this ship. #tea'],
      [
        joerg,
        'Deck 3, outside, right-hand side: chairs out of the wind until noon. Not a secret any more, I suppose.',
        2,
      ],
      [wilhelmina, 'The view from mine, this morning and the evening before, and the one that I keep for myself.', 4],
      [
        tom,
        'There is one more, but it has no name, so I will describe the way: down the aft stairs to four, past the painting of the harbour that hangs a little askew, left at the ice machine, through the door that says crew only on the other side (it does not on this one), and there it is, a window as wide as a bed, with a bench that fits two and a view of nothing but the wake. I have been there every evening since Coral Bay and met no one but the gentleman who polishes the brass.\n\nPlease do not all come at once.',
      ],
      [mei, '@sam and I are there at eight tonight, with chess clocks. https://example.com/chess'],
    ],
    wait,
  );
  const { posts } = await sam.get(forumsApi.read, { params: { forumID: thread } });
  const [first, second] = posts.map(({ postID }) => postID);
  await ann.get(forumsApi.pinPost, { params: { postID: first ?? 0 } });
  for (const who of [sam, mei, lars]) await who.send('POST', `/api/v3/forum/post/${second}/love`);
  for (const [who, title] of [
    [bo, 'Who has seen the dolphins?'],
    [mei, 'Tea: every kind on board, with opinions, ranked, and with corrections by people who are wrong'],
    [lars, 'Lost: one blue umbrella'],
    [zoe, 'Dinner companions for the last evening'],
  ] as const) {
    const said = [
      [who, 'Tell me below.'],
      [ann, 'I shall.'],
    ] as const;
    await createThread({ categoryID, title }, said, wait);
  }
  return { category: categoryID, thread, post: String(second) };
}

/** Creates chats of two and of many people, short and long ones; returns the parameters of their pages. */
export async function createChats({ people, wait }: BoardedPassengers) {
  const { sam, ann, bo, mei, zoe, joerg, wilhelmina, lars, 'tom.the.talkative': tom, priya } = people;
  await createChat('Late dinner, then?', [zoe, sam], [[zoe, 'I took the table at the window.']], wait);
  await createChat(
    'Everybody who was on the walk through Coral Bay and wants the pictures',
    [wilhelmina, sam, ann, bo, mei, zoe, joerg, lars, tom, priya],
    [[wilhelmina, 'Here is the first one, the others are among the photos.']],
    wait,
  );
  const chat = await createChat(
    'Friday in port',
    [ann, sam, bo, mei, zoe],
    [
      [ann, 'The bus into town leaves the pier at 09:30 and then every half hour. Last one back is at 16:00.'],
      [bo, 'We could walk. Mei drew the way along the water.'],
      [mei, 'Forty minutes, if we stop for the view.'],
      [sam, 'Walking, then. I bring the big umbrella.'],
      [sam, 'And the small one.'],
      [zoe, 'Does anyone know a place for lunch? Five of us, one without fish.'],
      [ann, 'The house with the green door. They open at 12.'],
      [bo, '@sam can you book for 12:30?'],
      [sam, 'Will do: 12:30, five of us.'],
      [bo, 'Perfect.'],
    ],
    wait,
  );
  return { chat };
}

/** Creates groups that look for people, one with a picture; returns the parameters of their pages. */
export async function gatherGroups({ people, wait }: BoardedPassengers) {
  const { sam, ann, lars } = people;
  const group = await createGroup(ann, {
    title: 'Bridge, one seat open',
    info: 'Friendly, slow, with biscuits.',
    location: 'Card Room, Deck 5',
    startTime: '2025-03-06T01:00:00.000Z',
  });
  await createGroup(lars, {
    title: 'Running before breakfast',
    info: 'Five rounds, then coffee.',
    location: 'Promenade, Deck 7',
    startTime: '2025-03-06T10:30:00.000Z',
    maxCapacity: 0,
  });
  await sam.send('POST', `/api/v3/fez/${group}/join`);
  await say(
    group,
    [
      [ann, 'The table by the window, with the green cloth.', 1],
      [sam, 'I see it. Two minutes.'],
    ],
    wait,
  );
  return { group };
}

/** Posts to the feed; returns the parameters of its pages. */
export async function fillFeed({ people, wait }: BoardedPassengers) {
  const { sam, mei, zoe, lars, 'tom.the.talkative': tom } = people;
  const feedPost = await post(
    [
      [lars, 'Dolphins, port side, now!'],
      [mei, 'The sky on the way out. #sunset', 1],
      [
        tom,
        'Has anybody counted the stairs between deck 2 and deck 10? I have, twice, and got two different numbers. I blame the sea.',
      ],
      [zoe, 'Lemon cake at the Lido until it is gone. It will not be long. #cake @sam'],
    ],
    wait,
  );
  await sam.get(microblogApi.love, { params: { postID: feedPost } });
  return { feedPost: String(feedPost) };
}

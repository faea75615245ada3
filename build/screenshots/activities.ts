import { boardgamesApi } from '#features/boardgames/api.ts';
import { huntsApi } from '#features/hunts/api.ts';
import { karaokeApi } from '#features/karaoke/api.ts';
import { performersApi } from '#features/performers/api.ts';
import { photostreamApi } from '#features/photostream/api.ts';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import type { BoardedPassengers } from './people.ts';
import { drawScene } from './scenes.ts';

/** Creates items that people lend each other. */
export async function fillItemBoard({ people: { sam, ann, bo } }: BoardedPassengers): Promise<void> {
  for (const [who, category, itemName, itemDescription] of [
    [ann, 'have', 'Two sewing kits', 'Thread in black, white and one surprising green.'],
    [bo, 'need', 'A charger for a camera with a long name', 'NP-W126. For an hour a day, in exchange for pictures.'],
    [sam, 'have', 'Chess clock', undefined],
  ] as const)
    await who.get(quartermasterApi.create, {
      body: { category, location: 'Cabin 8142', items: [{ itemName, itemDescription }] },
    });
}

/** Creates a hunt that a user has started; returns the parameters of its pages. */
export async function hideSextant({ admin, people: { sam } }: BoardedPassengers) {
  await admin.get(huntsApi.create, {
    body: {
      title: 'The lost sextant',
      description: 'Someone hid the captain’s sextant. Seven doors lead to it.',
      puzzles: [
        {
          title: 'Low water',
          body: 'What has a mouth and a bed, and never sleeps?',
          answer: 'river',
          hints: { sea: 'Narrower.' },
        },
        { title: 'Nine bells', body: 'How many steps lead from the bell to the bar?', answer: '42', hints: {} },
        {
          title: 'North by tea',
          body: 'Opens tomorrow.',
          answer: 'kettle',
          hints: {},
          unlockTime: '2025-03-06T15:00:00.000Z',
        },
      ],
    },
  });
  const { hunts } = await sam.get(huntsApi.list);
  const { puzzles } = await sam.get(huntsApi.read, { params: { huntID: hunts[0]?.huntID ?? '' } });
  const puzzleID = puzzles[0]?.puzzleID ?? '';
  for (const answer of ['sea', 'lake']) await sam.get(huntsApi.callIn, { params: { puzzleID }, body: answer });
  return { hunt: hunts[0]?.huntID ?? '', puzzle: puzzleID };
}

/** Creates photos in portrait and landscape format. */
export async function takePhotos({ people: { ann, bo, mei, zoe }, now, wait }: BoardedPassengers): Promise<void> {
  for (const [index, who] of [ann, mei, zoe, bo, mei, ann].entries()) {
    wait(2);
    await who.get(photostreamApi.upload, {
      body: {
        image: (await drawScene(index, 900, index % 2 ? 600 : 1100)).toString('base64'),
        createdAt: now().toISOString(),
        locationName: index % 2 ? 'Ashore' : 'Pool Area',
      },
    });
  }
}

/** Adds favorites among songs and games; returns the parameters of the pages of a game and of a performer. */
export async function chooseFavorites({ people: { sam } }: BoardedPassengers) {
  const { songs } = await sam.get(karaokeApi.list, { query: { search: 'the' } });
  for (const { songID } of songs.slice(0, 2)) await sam.get(karaokeApi.addFavorite, { params: { songID } });
  const { gameArray } = await sam.get(boardgamesApi.list);
  await sam.get(boardgamesApi.addFavorite, { params: { boardgameID: gameArray[1]?.gameID ?? '' } });
  const { performers } = await sam.get(performersApi.officialPerformers);
  return { game: gameArray[1]?.gameID ?? '', performer: performers[0]?.id ?? '' };
}

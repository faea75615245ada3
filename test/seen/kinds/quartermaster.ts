import { quartermasterApi } from '#features/quartermaster/api.ts';
import { moderatedItem } from '#features/quartermaster/moderation.ts';
import { addItem, itemParams } from '../../features/quartermaster/support.ts';
import { moderationApi } from '../../support/moderation.ts';
import type { ContentPiece, SeenKind } from '../kind.ts';
import { muteWord } from '../readers.ts';
import { foundByWords, readByModerators } from '../table.ts';

/** Items of the board. Mutes hide them, and mute words drop them from lists (libraries rules Q2, Q4 and Q6). */
const item: SeenKind = {
  word: 'item of the board',
  moderated: moderatedItem,
  feature: 'quartermaster',
  isHiddenByMute: true,
  heardBy: [],
  async make({ readers, admin }, mark): Promise<ContentPiece> {
    const texts = { itemDescription: `${mark} and ${muteWord}`, location: `${mark} deck` };
    const made = await addItem(readers.author, `${mark} for everybody`, texts);
    const { itemID } = made;
    return {
      known: { itemID: [itemID], item_id: [itemID] },
      id: ['itemID', itemID],
      trace: new RegExp(itemID),
      isAbout: () => false,
      setState: (state) => admin.get(moderationApi.setItemState, { params: { item_id: itemID, state } }),
      delete: () => admin.get(quartermasterApi.delete, itemParams(made)),
    };
  },
  ways: {
    'quartermaster.list': {},
    'quartermaster.list?search': foundByWords,
    'quartermaster.list?mine': { only: ['author'] },
    'quartermaster.read': { readers: { wordMuter: 'shown' } },
    'moderation.quartermaster': readByModerators,
  },
};

export const quartermasterKinds: readonly SeenKind[] = [item];

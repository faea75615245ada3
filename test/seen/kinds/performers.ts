import { performersApi } from '#features/performers/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { buildForm } from '../../features/performers/support.ts';
import { giveRole } from '../../support/roles.ts';
import type { ContentPiece, Rule, SeenKind } from '../kind.ts';
import { type Reader, readerNames } from '../readers.ts';

const shownToEveryone: Rule['readers'] = Object.fromEntries(readerNames.map((name: Reader) => [name, 'shown']));

/** The profile of an event's host. It doesn't name the owner, so no block hides it (decision 83). */
const performer: SeenKind = {
  word: 'performer',
  feature: 'performers',
  isOnly: true,
  isHiddenByMute: false,
  heardBy: [],
  readers: shownToEveryone,
  fates: { authorBanned: 'hidden' },
  async make({ app, readers }, mark): Promise<ContentPiece> {
    const author = await giveRole(app, readers.author, 'performerselfeditor');
    const events = await author.get(scheduleApi.list);
    const event_id = events.find(({ eventType }) => eventType === 'Shadow Event')?.eventID ?? '';
    await author.get(performersApi.holdEvent, { params: { event_id }, body: buildForm(mark) });
    const { id = '' } = (await author.get(performersApi.ownPerformer)).header;
    return {
      known: { performer_id: [id], event_id: [event_id] },
      trace: new RegExp(id),
      isAbout: () => false,
      delete: () => author.get(performersApi.deleteOwnPerformer),
    };
  },
  ways: {
    'performers.shadowPerformers': {},
    'performers.ownPerformer': { only: ['author'] },
    'performers.performer': {},
    // When the feature is off, everyone sees events without performers.
    'schedule.list': { fates: { featureOff: 'hidden' } },
    'schedule.event': { fates: { featureOff: 'hidden' } },
    'schedule.favorites': { only: [] },
    'feedback.selection': { readers: { anonymous: 'hidden', banned: 'hidden' }, fates: { featureOff: 'hidden' } },
  },
};

export const performerKinds: readonly SeenKind[] = [performer];

import { feedbackApi } from '#features/feedback/api.ts';
import type { User } from '../../support/app.ts';
import { startSampleShip } from '../schedule/support.ts';

/** Starts the sample sailing on its second day at ten: event 07 (stretching) is over, event 08 (knots) begins. */
export async function startShipWithHosts() {
  const ship = await startSampleShip();
  const uids = new Map((await ship.list()).map(({ uid }) => [uid.slice(7, 9), uid]));
  return {
    ...ship,
    heidi: await ship.newcomer('heidi-ho'),
    devteam: await ship.atLevel('devteam'),
    /** Returns the uid of an event, by its number. */
    uid: (number: string) => uids.get(number) ?? '',
  };
}

const defaultForm = {
  eventTitle: 'Knots',
  eventLocation: 'Studio B',
  eventTime: '2025-03-03T15:00:00.000Z',
  hostName: 'James',
  attendance: 'about thirty',
  recapString: 'all knots held',
  issuesString: '',
};

/** Files a report on an event, with the form's default values except for these fields. */
export const fileReport = (user: User, eventUID: string, fields: Record<string, unknown> = {}) =>
  user.call(feedbackApi.file, { body: { ...defaultForm, eventUID, ...fields } });

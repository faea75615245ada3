import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { feedbackApi } from '#features/feedback/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { createSubAccount } from '../../support/accounts.ts';
import { buildCalendarOf, buildSampleSchedule, forcedOptions } from '../schedule/support.ts';
import { fileReport, startShipWithHosts } from './support.ts';

const ship = await startShipWithHosts();
const { eventParams, clock, context, james, heidi, devteam, uid: uidOf } = ship;
const childAccount = await createSubAccount(ship, james, 'james-at-work');
const listReports = () => devteam.get(feedbackApi.reports);
const filterBySender = async (username: string) =>
  (await listReports()).filter(({ reportingUser }) => reportingUser.username === username);
const markReport = (id = '') => devteam.call(feedbackApi.mark, { params: { report_id: id } });
const unmarkReport = (id = '') => devteam.call(feedbackApi.unmark, { params: { report_id: id } });

for (const [user, number] of [
  [james, '08'],
  [heidi, '08'],
  [childAccount, '07'],
] as const) {
  await fileReport(user, uidOf(number));
  clock.advance({ minutes: 1 });
}

describe('the desk (schedule rule 87)', () => {
  test('lists all reports, last changed first, one per account and event', async () => {
    const names = async () => (await listReports()).map(({ reportingUser }) => reportingUser.username);
    assert.deepEqual(await names(), ['james-at-work', 'heidi-ho', 'james']);
    await fileReport(james, uidOf('08'), { recapString: 'changed' });
    assert.deepEqual(await names(), ['james', 'james-at-work', 'heidi-ho']);
    assert.equal((await listReports())[0]?.recapString, 'changed');
  });

  test('sees the author’s primary account (decision 88)', async () => {
    const [report] = await filterBySender('james-at-work');
    assert.equal(report?.adminFields?.primaryAccount.username, 'james');
    assert.equal((await filterBySender('heidi-ho'))[0]?.adminFields?.primaryAccount.username, 'heidi-ho');
  });

  test('sees who follows the event, and what passengers say in its forum', async () => {
    const fieldsOf = async () => (await filterBySender('heidi-ho'))[0]?.adminFields;
    const before = await fieldsOf();
    assert.deepEqual(
      [before?.actionable, before?.followCount, before?.forumPostCount],
      [false, 0, 0],
      'the first post is the service’s own',
    );
    await heidi.get(scheduleApi.addFavorite, eventParams('08'));
    await ship.photographer.get(scheduleApi.addPhotographer, eventParams('08'));
    const body = { text: 'I was there', images: [] };
    const post = await heidi.get(forumsApi.post, { params: { forumID: before?.forumID ?? '' }, body });
    assert.deepEqual(await fieldsOf(), { ...before, followCount: 1, forumPostCount: 1 });
    await heidi.get(forumsApi.deletePost, { params: { postID: post.postID } });
    await heidi.get(scheduleApi.removeFavorite, eventParams('08'));
    assert.deepEqual(await fieldsOf(), before);
  });

  test('reads one report, or gets 404 for an unknown id', async () => {
    for (const report of await listReports()) {
      assert.deepEqual(await devteam.get(feedbackApi.report, { params: { report_id: report.id ?? '' } }), report);
    }
    const unknown = { params: { report_id: '00000000-0000-4000-8000-000000000000' } };
    for (const declaration of [feedbackApi.report, feedbackApi.mark, feedbackApi.unmark]) {
      assert.equal((await devteam.call(declaration, unknown)).status, 404);
    }
  });

  test('is the only one to see its fields, even in its members’ own reports', async () => {
    await fileReport(devteam, uidOf('18'));
    const own = await devteam.get(feedbackApi.ownByEvent, eventParams('18'));
    assert.equal(own.adminFields?.actionable, false);
    assert.equal((await james.get(feedbackApi.ownByEvent, eventParams('08'))).adminFields, undefined);
    assert.equal(
      (await devteam.get(feedbackApi.ownByEvent, eventParams('19'))).adminFields,
      undefined,
      'nothing is filed',
    );
    for (const declaration of [feedbackApi.reports, feedbackApi.rooms, feedbackApi.stats]) {
      assert.equal((await james.call(declaration)).status, 403);
      assert.equal((await (await ship.atLevel('moderator')).call(declaration)).status, 403);
    }
  });

  test('reads hundreds of reports in batches', async () => {
    const events = await ship.list();
    const insert = context.db.sqlite.prepare(`
      INSERT INTO feedback_reports (id, event_id, author_id, title, location, event_time, host_name, attendance, recap,
        issues, created_at, modified_at)
      VALUES (:id, :event, :author, :title, '', 0, '', '', '', '', :time, :time)`);
    const people = [ship.manager, ship.photographer, await ship.newcomer('writer')];
    let number = 0;
    for (const { eventID } of events) {
      for (const { userID } of people) {
        number += 1;
        const id = `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
        insert.run({ id, event: eventID, author: userID, title: `report ${number}`, time: number });
      }
    }
    const titles = (await listReports())
      .map(({ eventTitle }) => eventTitle)
      .filter((title) => title.startsWith('report '));
    assert.deepEqual(
      titles,
      Array.from({ length: number }, (_, index) => `report ${number - index}`),
    );
    context.db.sqlite.exec("DELETE FROM feedback_reports WHERE id LIKE '00000000-0000-4000-9000-%'");
  });
});

describe('the mark of a report (schedule rule 88)', () => {
  test('is set with 201 and removed with 204, and stays when the author changes the report', async () => {
    const [report] = await filterBySender('heidi-ho');
    const state = async () => {
      const [{ adminFields, reportModDate } = {}] = await filterBySender('heidi-ho');
      return [adminFields?.actionable, reportModDate];
    };
    clock.advance({ minutes: 1 });
    const statuses = [await markReport(report?.id), await markReport(report?.id)].map(({ status }) => status);
    assert.deepEqual(statuses, [201, 200]);
    assert.deepEqual(await state(), [true, report?.reportModDate]);
    await fileReport(heidi, uidOf('08'), { recapString: 'more' });
    assert.deepEqual(await state(), [true, clock.now().toISOString()]);
    assert.deepEqual([(await unmarkReport(report?.id)).status, (await unmarkReport(report?.id)).status], [204, 200]);
    assert.equal((await state())[0], false);
    await markReport(report?.id);
    assert.equal((await devteam.send('DELETE', `/api/v3/admin/feedback/report/${report?.id}/mark`)).status, 204);
  });
});

describe('rooms and numbers', () => {
  test('rooms are those of shadow events and workshops, up to a comma or parenthesis (schedule rule 89)', async () => {
    const hosted = (await ship.list()).filter(({ eventType }) => /^(Shadow Event|Workshop)$/.test(eventType));
    const rooms = await devteam.get(feedbackApi.rooms);
    assert.deepEqual(rooms, [...new Set(hosted.map(({ location }) => location.replace(/[,(].*$/s, '').trim()))].sort());
    assert.ok(rooms.includes('Studio B'));
  });

  test('an event is over by the clock on board (schedule rule 90)', async () => {
    const stats = () => devteam.get(feedbackApi.stats);
    clock.set('2025-03-04T16:00:00Z');
    const before = await stats();
    // The watercolours event ends at noon on board, an hour ahead of New York.
    assert.deepEqual([before.totalShadowEvents, before.completedShadowEvents], [10, 4]);
    clock.set('2025-03-04T16:00:01Z');
    assert.equal((await stats()).completedShadowEvents, 5);
    assert.deepEqual([before.totalFeedbackReports, before.uniqueEventsWithFeedback], [4, 3]);
  });
});

test('the reports on a deleted event stay, without the event (decision 81)', async () => {
  transact(context, (context) =>
    importSchedule(
      context,
      buildCalendarOf({
        other: { start: '20250303T150000Z', lines: ['CATEGORIES:WORKSHOP', 'LOCATION:Hold (aft), Deck 1'] },
      }),
      forcedOptions,
    ),
  );
  assert.equal((await james.call(feedbackApi.ownByEvent, eventParams('08'))).status, 404);
  const [report] = await filterBySender('james');
  assert.deepEqual([report?.event, report?.eventTitle], [undefined, 'Knots']);
  assert.equal(typeof report?.adminFields?.forumID, 'string', 'its forum is still there');
  assert.deepEqual((await james.get(feedbackApi.selection)).existingFeedback, []);
  assert.deepEqual(await devteam.get(feedbackApi.rooms), ['Hold']);
  const { totalFeedbackReports, totalShadowEvents } = await devteam.get(feedbackApi.stats);
  assert.deepEqual([totalFeedbackReports, totalShadowEvents], [4, 1]);
  transact(context, (context) => importSchedule(context, buildSampleSchedule(), forcedOptions));
  assert.equal((await filterBySender('james'))[0]?.event?.uid, uidOf('08'), 'the event is back');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { changeSettings, type ServerSettings } from '#core/settings/index.ts';
import { importTimeZones } from '#core/ship-time/index.ts';
import { usersApi } from '#core/users/api/index.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { adminApi } from '#staff/admin/api.ts';
import { areas } from '../../src/app/areas.ts';
import {
  changeMember as arrange,
  block,
  eventFields,
  type Fez,
  type Fields,
  groupFields,
  join,
  leave,
  mute,
  openFez as open,
  ownEventFields,
  createFez as start,
  startAppWithUsers as startWithUsers,
  unblock,
  unmute,
  writePost as write,
} from '../features/fez/support.ts';
import { inHours } from '../support/announcements.ts';
import type { User } from '../support/app.ts';
import { moderationApi } from '../support/moderation.ts';
import { giveRole } from '../support/roles.ts';

const { app, james, heidi, sam, moderator } = await startWithUsers();
const { context, clock, anonymous } = app;
const [devteam, admin] = [await app.atLevel('devteam'), await app.logIn('admin')];
const viewers = [anonymous, james, heidi, sam, moderator, devteam, admin];
const sharedModeratorID = (await james.get(usersApi.find, { params: { searchString: 'moderator' } })).userID;

const readSummary = (user: Pick<User, 'get'>) => user.get(notificationsApi.summary);
const fezParams = ({ fezID }: Fez) => ({ params: { fezID } });
const getParams = ({ userID }: User) => ({ params: { userID } });

const onlyEventCalendar = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:only
SUMMARY:The only event
DTSTART:20250304T180000Z
DTEND:20250304T190000Z
END:VEVENT
END:VCALENDAR
`;
const clockChanges = '20250301T050000Z\tEST\tAmerica/New_York\n20250303T210000Z\tAST\tAmerica/Puerto_Rico';

type Action = () => unknown;

/** Returns the status of a whole response; actions that return only its body throw by themselves. */
const getStatus = (result: unknown): number => Number(Object(result).status ?? 200);

/** Requests all summaries before each action. Afterwards no cached summary may differ from a recomputed one. */
async function assertFresh(
  users: readonly Pick<User, 'get'>[],
  actions: Readonly<Record<string, Action>>,
): Promise<void> {
  for (const [name, action] of Object.entries(actions)) {
    await Promise.all(users.map(readSummary));
    const result = await action();
    assert.ok(getStatus(result) < 400, `${name}: ${getStatus(result)}`);
    assert.deepEqual(
      areas.flatMap((area) => [...(area.verify?.(context) ?? [])].flat()),
      [],
      name,
    );
  }
}

const changeServerSettings = (settings: Partial<ServerSettings>) =>
  transact(context, (context) => changeSettings(context, settings));
const changeFez = (user: User, fez: Fez, fields: Fields) =>
  user.get(fezApi.update, { ...fezParams(fez), body: { ...groupFields, ...fields } });
const getTimeInHours = (hours: number) => inHours(app, hours);

test('a summary reflects every change in a group', async () => {
  const group = await start(james, groupFields, [heidi]);
  const own = await start(heidi, ownEventFields);
  let postID = 0;
  await assertFresh(viewers, {
    'a user joins': () => join(sam, group),
    'a user is added': () => arrange(james, 'addMember', group, moderator),
    'a post comes': async () => {
      postID = (await write(james, group, 'news')).postID;
    },
    'a moderator hides the post': () =>
      moderator.get(moderationApi.setFezPostState, { params: { postID, state: 'quarantined' } }),
    'the post is deleted': () => moderator.get(fezApi.deletePost, { params: { postID } }),
    'another post comes': () => write(sam, group, 'more news'),
    'a member reads it': () => open(heidi, group),
    'a member marks it read': () => james.get(fezApi.markRead, fezParams(group)),
    'a member mutes it': () => heidi.get(fezApi.mute, fezParams(group)),
    'a post comes to a muted group': () => write(sam, group, 'muted'),
    'the member unmutes it': () => heidi.get(fezApi.unmute, fezParams(group)),
    'a member makes it a favorite': () => heidi.get(fezApi.addFavorite, fezParams(group)),
    'it is moved': () => changeFez(james, group, { startTime: getTimeInHours(3), endTime: getTimeInHours(4) }),
    'it becomes something else': () =>
      changeFez(james, group, { fezType: 'dining', startTime: getTimeInHours(3), endTime: getTimeInHours(4) }),
    'it loses its time': () => changeFez(james, group, { startTime: undefined, endTime: undefined }),
    'it gets one again': () => changeFez(james, group, { startTime: getTimeInHours(2), endTime: getTimeInHours(4) }),
    'it is cancelled': () => james.get(fezApi.cancel, fezParams(group)),
    'it takes place after all': () =>
      changeFez(james, group, { startTime: getTimeInHours(2), endTime: getTimeInHours(4) }),
    'it comes under review': () =>
      moderator.get(moderationApi.setFezState, { params: { fezID: group.fezID, state: 'quarantined' } }),
    'a member is removed': () => arrange(james, 'removeMember', group, sam),
    'the owner leaves': () => leave(james, group),
    'it starts': () => clock.advance({ hours: 2 }),
    'a post comes late': () => write(heidi, group, 'late'),
    'it is deleted': () => moderator.get(fezApi.delete, fezParams(group)),
    'a personal event is deleted': () => heidi.get(fezApi.delete, fezParams(own)),
  });
});

test('a summary reflects mutes, blocks and levels', async () => {
  const [owner, reader] = [await app.newcomer('fresh-owner'), await app.newcomer('fresh-reader')];
  const chat = await start(owner, { fezType: 'open' }, [reader, sam]);
  await start(owner, groupFields, [reader]);
  await write(sam, chat, 'from sam');
  await reader.get(accountsApi.add, { body: { username: 'fresh-second', password: 'password' } });
  const second = await app.logIn('fresh-second');
  await start(second, {}, [sam]);
  const demoted = { params: { userID: owner.userID } };
  await assertFresh([...viewers, owner, reader, second], {
    'an author is muted': () => mute(reader, sam),
    'an author is unmuted': () => unmute(reader, sam),
    'an owner is blocked': () => block(reader, owner),
    'a blocked owner becomes a moderator': () => admin.get(adminApi.promoteToModerator, getParams(owner)),
    'a moderator who was blocked is none any more': () => admin.get(adminApi.demote, demoted),
    'an owner is unblocked': () => unblock(reader, owner),
    'the owner blocks a member': () => block(owner, reader),
    'the owner unblocks the member': () => unblock(owner, reader),
    'a further account is blocked through its family': () => block(sam, reader),
    'a blocked family grows': () =>
      reader.get(accountsApi.add, { body: { username: 'fresh-third', password: 'password' } }),
    'that block ends': () => unblock(sam, reader),
    'a member is quarantined': () =>
      moderator.get(moderationApi.setAccessLevel, { params: { ...getParams(reader).params, level: 'quarantined' } }),
    'a member is banned': () =>
      admin.get(moderationApi.setAccessLevel, { params: { ...getParams(reader).params, level: 'banned' } }),
  });
});

test('a summary reflects every change in a shared inbox', async () => {
  const chat = await james.get(fezApi.create, {
    body: {
      ...groupFields,
      fezType: 'open',
      startTime: undefined,
      endTime: undefined,
      location: undefined,
      info: '',
      title: 'Help',
      initialUsers: [],
    },
  });
  const shared = { userID: sharedModeratorID };
  const user = await app.newcomer('fresh-team');
  await assertFresh([...viewers, user], {
    'the team is added': () => arrange(james, 'addMember', chat, shared),
    'one of the team reads it': () => open(moderator, chat),
    'one of the team writes for it': () => write(moderator, chat, 'how can we help?', { postAsModerator: true }),
    'one of the team mutes it': () => moderator.get(fezApi.mute, fezParams(chat)),
    'a user writes to the team': () => write(james, chat, 'thank you'),
    'the team grows': () => admin.get(adminApi.promoteToModerator, getParams(user)),
    'a user writes to the larger team': () => write(james, chat, 'again'),
    'a user leaves the team': () => admin.get(adminApi.demote, getParams(user)),
    'the team is removed': () => arrange(james, 'removeMember', chat, shared),
  });
});

test('a summary reflects settings, the ship’s clock, reports, announcements and the schedule', async () => {
  await start(james, {}, [heidi]);
  await start(james, { ...eventFields, startTime: getTimeInHours(30), endTime: getTimeInHours(31) }, [heidi]);
  await giveRole(app, sam, 'shutternaut');
  const office = await app.atLevel('tho');
  const [event] = await anonymous.get(scheduleApi.list);
  const params = { event_id: event?.eventID ?? '' };
  const newest = async () => (await office.get(announcementsApi.list, { query: { inactives: true } }))[0]?.id ?? 0;
  const announcement = async () => ({ params: { announcementID: await newest() } });
  await assertFresh(viewers, {
    'chats are switched off': () => changeServerSettings({ disabledFeatures: [{ app: 'all', feature: 'seamail' }] }),
    'everything is switched off': () => changeServerSettings({ disabledFeatures: [{ app: 'all', feature: 'all' }] }),
    'everything is switched on': () => changeServerSettings({ disabledFeatures: [] }),
    'appointments follow the cruise week': () => changeServerSettings({ upcomingLFGNotificationSetting: 'cruiseWeek' }),
    'appointments are not announced': () => changeServerSettings({ upcomingLFGNotificationSetting: 'disabled' }),
    'events are not announced': () => changeServerSettings({ upcomingEventNotificationSetting: 'disabled' }),
    'the WiFi gets a name': () => changeServerSettings({ shipWifiSSID: 'Lido' }),
    'an event is followed': () => heidi.get(scheduleApi.addFavorite, { params }),
    'an event is photographed': () => sam.send('POST', `/api/v3/events/${params.event_id}/photographer`),
    'an event is followed no longer': () => heidi.get(scheduleApi.removeFavorite, { params }),
    'an announcement is made': () =>
      office.get(announcementsApi.create, { body: { text: 'one', displayUntil: getTimeInHours(1) } }),
    'a user sees it': () => heidi.get(announcementsApi.list),
    'it is prolonged': async () =>
      office.get(announcementsApi.edit, {
        ...(await announcement()),
        body: { text: 'two', displayUntil: getTimeInHours(2) },
      }),
    'its first end passes': () => clock.advance({ hours: 1 }),
    'its end passes': () => clock.advance({ hours: 1 }),
    'it comes back': async () =>
      office.get(announcementsApi.edit, {
        ...(await announcement()),
        body: { text: 'three', displayUntil: getTimeInHours(2) },
      }),
    'it is deleted': async () => office.get(announcementsApi.delete, await announcement()),
    'a user is reported': () => heidi.get(profilesApi.reportUser, { ...getParams(sam), body: { message: 'look' } }),
    'the schedule is replaced': () => importSchedule(context, onlyEventCalendar, { force: true, dryRun: false }),
    'the clock changes are replaced': () => importTimeZones(context, clockChanges, { force: true, dryRun: false }),
    'a day passes': () => clock.advance({ days: 1 }),
  });
});

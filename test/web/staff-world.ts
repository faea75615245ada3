import { userRoles } from '#contract/access.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { feedbackApi } from '#features/feedback/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { performersApi } from '#features/performers/api.ts';
import { photostreamApi } from '#features/photostream/api.ts';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import type { TestApp, User } from '../support/app.ts';
import { addSong, getOffer } from '../support/clips.ts';
import { createPicture } from '../support/pictures.ts';
import { giveRole } from '../support/roles.ts';
import { createWorkbook } from '../support/workbooks.ts';

/** Texts that become visible markup if they aren't escaped. */
export interface HostileTexts {
  readonly title: string;
  readonly text: string;
}

/** A member of the development team with every role, who can open all staff pages except the administrator's. */
export async function makeCrew(app: TestApp): Promise<User> {
  const crew = await app.atLevel('devteam');
  for (const role of userRoles) await giveRole(app, crew, role);
  return crew;
}

/** Creates reported content of every kind; returns the parameters of the moderators' pages. */
export async function makeReportedContent(
  app: TestApp,
  categoryID: string,
  texts: HostileTexts,
): Promise<Readonly<Record<string, string>>> {
  const culprit = await app.newcomer('culprit');
  const reporter = await app.logIn('james');
  const report = { body: { message: texts.text } };
  const firstPost = { text: texts.text, images: [] };
  const thread = await culprit.get(forumsApi.create, {
    params: { categoryID },
    body: { title: texts.title, firstPost },
  });
  const forumPost = thread.posts[0]?.postID ?? 0;
  await culprit.get(forumsApi.updatePost, {
    params: { postID: forumPost },
    body: { text: `${texts.text} again`, images: [] },
  });
  await reporter.get(forumsApi.reportPost, { params: { postID: forumPost }, ...report });
  await reporter.get(forumsApi.report, { params: { forumID: thread.forumID }, ...report });
  await culprit.get(microblogApi.create, { body: firstPost });
  const feedPosts = await culprit.get(microblogApi.own);
  await reporter.get(profilesApi.reportUser, { params: { userID: culprit.userID }, ...report });
  const group = await culprit.get(fezApi.create, {
    body: {
      fezType: 'gaming',
      title: texts.title,
      info: texts.text,
      location: texts.title,
      startTime: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
      endTime: new Date(app.clock.now().getTime() + 90_000_000).toISOString(),
      minCapacity: 0,
      maxCapacity: 0,
      initialUsers: [],
      firstPost,
    },
  });
  await reporter.get(fezApi.report, { params: { fezID: group.fezID }, ...report });
  const image = (await createPicture()).toString('base64');
  const photo = await culprit.get(photostreamApi.upload, {
    body: { image, createdAt: app.clock.now().toISOString(), locationName: 'On Boat' },
  });
  const [item] = await culprit.get(quartermasterApi.create, {
    body: { category: 'need', location: texts.title, items: [{ itemName: texts.title, itemDescription: texts.text }] },
  });
  addSong(app, texts.title.replaceAll('/', ''), { slots: 2 });
  const { songID } = await getOffer(culprit);
  return {
    forumPost: String(forumPost),
    feedPost: String(feedPosts[0]?.postID),
    group: group.fezID,
    privateEvent: group.fezID,
    groupPost: String(group.members?.posts?.[0]?.postID),
    photo: String(photo.postID),
    item: item?.itemID ?? '',
    clipSong: String(songID),
  };
}

/** Creates what the programme's organizers make; returns the parameters of its pages. */
export async function makeProgramme(app: TestApp, texts: HostileTexts): Promise<Readonly<Record<string, string>>> {
  const admin = await app.logIn('admin');
  const later = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  await admin.get(announcementsApi.create, { body: { text: texts.text, displayUntil: later } });
  const [announcement] = await admin.get(announcementsApi.list);
  await admin.get(dailyThemesApi.create, { body: { title: texts.title, info: texts.text, cruiseDay: 1 } });
  const [theme] = await admin.get(dailyThemesApi.list);
  const start = 'DTSTART:20250303T170000Z\nDTEND:20250303T180000Z';
  const event = `BEGIN:VEVENT\nUID:hostile\nSUMMARY:${texts.title}\n${start}\nLOCATION:${texts.title}\nEND:VEVENT`;
  const schedule = (events: string) => ({ body: { schedule: `BEGIN:VCALENDAR\n${events}\nEND:VCALENDAR\n` } });
  await admin.get(deskApi.uploadSchedule, schedule(event));
  await admin.get(deskApi.applySchedule);
  const [entry] = await admin.get(deskApi.scheduleLog);
  await admin.get(deskApi.uploadSchedule, schedule(event.replace('UID:hostile', 'UID:another')));
  return {
    announcement: String(announcement?.id),
    theme: theme?.themeID ?? '',
    entry: String(entry?.entryID),
  };
}

/** Creates a report on an event, and an import that waits at the performers' desk. */
export async function makeDeskWork(app: TestApp, texts: HostileTexts): Promise<Readonly<Record<string, string>>> {
  const admin = await app.logIn('admin');
  const events = await admin.get(scheduleApi.list);
  const held = events.find(
    ({ eventType, startTime }) =>
      /Workshop|Shadow/.test(eventType) && new Date(startTime).getTime() <= app.clock.now().getTime(),
  );
  const told = { hostName: texts.title, attendance: texts.title, recapString: texts.text, issuesString: texts.text };
  const of = { eventTitle: texts.title, eventLocation: texts.title, eventTime: app.clock.now().toISOString() };
  await admin.get(feedbackApi.file, { body: { ...told, ...of, eventUID: held?.uid ?? '' } });
  const [feedback] = await admin.get(feedbackApi.reports);
  await admin.get(performersApi.uploadPerformers, { body: [{ header: { name: texts.title }, bio: texts.text }] });
  const workbook = createWorkbook({ 'Full Schedule': [['Day', 'Start', 'EventName', 'Featuring']] });
  await admin.get(performersApi.uploadLinks, { body: JSON.stringify(workbook.toString('base64')) });
  return { feedback: feedback?.id ?? '' };
}

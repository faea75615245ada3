import type { SeenKind } from './kind.ts';
import { fezKinds } from './kinds/fez.ts';
import { forumKinds } from './kinds/forums.ts';
import { microblogKinds } from './kinds/microblog.ts';
import { performerKinds } from './kinds/performers.ts';
import { photostreamKinds } from './kinds/photostream.ts';
import { profileKinds } from './kinds/profiles.ts';
import { quartermasterKinds } from './kinds/quartermaster.ts';

/** All kinds of user content, area by area. */
export const kinds: readonly SeenKind[] = [
  ...profileKinds,
  ...performerKinds,
  ...fezKinds,
  ...forumKinds,
  ...microblogKinds,
  ...photostreamKinds,
  ...quartermasterKinds,
];

/** Calls that show no user content, with the reason. Add a new call here or to a kind. */
export const callsWithoutContent: Readonly<Record<string, string>> = {
  'ship-time.timeZoneChanges': 'clock changes',
  'users.matchUsername': 'usernames alone',
  'users.favorites': 'names on the own list; what blocks hide of it is swept in test/features/fez',
  'users.roleHolders': 'names; what blocks hide of it is swept in test/features/fez',
  'users.notes': 'own notes, which no one else can read',
  'users.note': 'an own note, which no one else can read',
  'images.fullPicture': 'a picture, for anyone who knows its name (core rule 110)',
  'images.thumbnail': 'a picture, for anyone who knows its name (core rule 110)',
  'images.archivedThumbnail': 'a picture, for moderators who know its name',
  'images.fullAvatar': 'a picture; test/core/avatars.test.ts says who is shown it',
  'images.avatarThumbnail': 'a picture; test/core/avatars.test.ts says who is shown it',
  'images.identicon': 'drawn from an id',
  'images.qrCode': 'drawn from the query',
  'accounts.whoami': 'the own account',
  'notifications.summary': 'numbers; that they count nothing hidden is tested below',
  'public-text.alertWords': 'own words',
  'public-text.muteWords': 'own words',
  'schedule.changes': 'events of the staff',
  'schedule.places': 'places of events of the staff',
  'schedule.photographerReport': 'names; what blocks hide of it is swept in test/features/fez',
  'schedule.downloadPhotographerReport': 'names; what blocks hide of it is swept in test/features/fez',
  'seats.list': 'names; what blocks hide of it is in test/features/seats',
  'schedule.eventCalendar': 'events of the staff',
  'schedule.followedCalendar': 'events of the staff',
  'schedule.scheduleChecks': 'events of the staff, for them',
  'schedule.scheduleLog': 'numbers, for the staff',
  'schedule.scheduleLogEntry': 'events of the staff, for them',
  'performers.officialPerformers': 'words of the staff',
  'performers.checkLinks': 'numbers and words of the staff, for them',
  'photostream.places': 'events and places',
  'hunts.list': 'words of the hunt makers',
  'hunts.read': 'words of the hunt makers, and what the caller called in',
  'hunts.readPuzzle': 'words of the hunt makers, and what the caller called in',
  'hunts.readAll': 'words of the hunt makers, for them',
  'hunts.statistics': 'numbers, for the hunt makers',
  'feedback.ownByUid': 'the same as feedback.ownByEvent',
  'feedback.rooms': 'rooms, for the staff',
  'performers.comparePerformers': 'what an upload would change, for the staff alone',
  'user-file.download': 'the file for the next sailing, for the administrators alone',
  'user-file.verify': 'what the file would change, for the administrators alone',
  'feedback.reports': 'feedback, for the staff alone',
  'feedback.report': 'feedback, for the staff alone',
  'feedback.stats': 'numbers, for the staff',
  'micro-karaoke.list': 'songs of the service; test/features/micro-karaoke says when they are shown',
  'micro-karaoke.manifest': 'clips without their singers; test/features/micro-karaoke says who is shown them',
  'micro-karaoke.video': 'a clip, for anyone who knows its name',
  'micro-karaoke.asset': 'music of the service',
  'micro-karaoke.listForModerators': 'songs, for moderators',
  'micro-karaoke.songForModerators': 'a song, for moderators',
  'micro-karaoke.snippets': 'clips, for moderators',
  'boardgames.list': 'games of the crew’s file',
  'boardgames.read': 'a game of the crew’s file',
  'boardgames.expansions': 'games of the crew’s file',
  'incidents.own': 'own reports, which no one else is shown; test/features/incidents',
  'incidents.list': 'no content, for safety officers; test/features/incidents',
  'incidents.read': 'a report, for safety officers alone; test/features/incidents',
  'karaoke.list': 'songs, and who sang them as the managers of karaoke wrote it down (libraries rule G9)',
  'karaoke.read': 'a song, and who sang it (libraries rule G9)',
  'karaoke.queue':
    'who sings tonight; test/features/karaoke/queue.test.ts says who is hidden by a block (libraries rule K23)',
  'karaoke.performances': 'who sang what, as the managers of karaoke wrote it down (libraries rule G9)',
  'announcements.list': 'words of the staff',
  'announcements.read': 'words of the staff',
  'fez.conversation': 'words of the moderators and an author, for moderators; test/staff/moderator-reasons.test.ts',
  'fez.types': 'words of the service',
  'forums.categories': 'categories of the service, with numbers',
  'microblog.barrel': 'never finds anything',
  'daily-themes.list': 'words of the staff',
  'client-services.health': 'the state of the service',
  'client-services.settings': 'settings',
  'client-services.metrics': 'numbers',
  'client-services.headersSince': 'names; test/features/client-services says who is shown which',
  'client-services.userSearch': 'names; test/features/client-services says who is shown which',
  'client-services.publicPage': 'words of the crew',
  'client-services.wellKnown': 'words of the crew',
  'client-services.clientConfiguration': 'words of the crew',
  'moderation.reports': 'reports and names, for moderators',
  'moderation.actionLog': 'actions and names, for moderators',
  'moderation.user': 'names and numbers, for moderators',
  'admin.rollup': 'numbers of all rows, for the staff',
  'box.history': 'numbers',
  'box.readiness': 'whether the machine is ready, for the management office',
  'box.box': 'numbers, and names of accounts that are locked out, for the management office',
  'admin.serverSettings': 'settings',
  'admin.moderators': 'names, for the management office',
  'admin.devteam': 'names, for the management office',
  'admin.managementOffice': 'names, for the management office',
  'admin.holdersOfRole': 'names, for the management office',
  'accounts.proposeUsername': 'an unused name',
  'admin.waitingToBeAdmitted': 'names, for the registration desk',
  'admin.registrationCodeStats': 'numbers',
  'admin.findByRegistrationCode': 'names, for the management office',
  'admin.findRegistrationCodeOfUser': 'names, for the management office',
};

/** Calls that also count content hidden from the caller, and the rules that allow it. */
export const callsCountingHidden: Readonly<Record<string, string>> = {
  'forums.categories': 'the total of a category in the list of categories (forums, Records: CategoryData)',
};

/** The sockets, and the tests that show that they send no one hidden content. */
export const sockets: Readonly<Record<string, string>> = {
  'notifications.notifications': 'tested below, live and when replayed',
  'fez.fez': 'test/features/fez/blocked-users-not-heard-live.test.ts, muted-users-left-out.test.ts and replay.test.ts',
  'phone.initiateRelayed': 'voices of two people; test/features/phone/who-may-call.test.ts',
  'phone.answerRelayed': 'voices of two people; test/features/phone/who-may-call.test.ts',
};

import type { Page } from '../page.ts';
import { chat, chatAsCalendar } from './chats/chat.ts';
import { chats, groups } from './chats/chats.ts';
import { editChat } from './chats/edit-chat.ts';
import { newChat } from './chats/new-chat.ts';
import { eventCase, groupCase, messageCase } from './desk/cases/chats.ts';
import { coolDown } from './desk/cases/cool-down.ts';
import { disclosedCase } from './desk/cases/disclosed.ts';
import { postCase } from './desk/cases/feed.ts';
import { forumPostCase, moveThread, threadCase } from './desk/cases/forums.ts';
import { itemCase, photoCase } from './desk/cases/photos-and-items.ts';
import { editProfileAtDesk, profileCase } from './desk/cases/profiles.ts';
import { clipSong, clipSongs } from './desk/clips.ts';
import { actionLog } from './desk/log.ts';
import { findPeople, personAtDesk } from './desk/people.ts';
import { reports } from './desk/reports.ts';
import { editFeedPost, feed, feedPost } from './feed.ts';
import { category, forums } from './forums/forums.ts';
import { forumPosts, ownThreads, searchForums } from './forums/lists.ts';
import { newThread } from './forums/new-thread.ts';
import { editForumPost, forumPost, threadOfPost } from './forums/post.ts';
import { pinnedPosts, thread } from './forums/thread.ts';
import { game, games, recommendGames } from './games.ts';
import { crewManual, crewManualTopic, help, helpTexts } from './help.ts';
import { hunt, hunts, puzzle } from './hunts.ts';
import { incidents, safetyCase, safetyInbox } from './incidents.ts';
import { editItem, items } from './items.ts';
import { more } from './more.ts';
import { announcements, themes } from './news.ts';
import { offline } from './offline.ts';
import { blockedPeople, favoritePeople, mutedPeople, notes } from './people/lists.ts';
import { suggestedNames } from './people/names.ts';
import { people, person, personAsContact, personByName } from './people/people.ts';
import { hostEvent, ownPerformer } from './performers/own.ts';
import { performer, performers } from './performers/performers.ts';
import { photography } from './photos/photography.ts';
import { photos } from './photos/photos.ts';
import { reportPages, reportSent } from './reports.ts';
import { eventChanges } from './schedule/changes.ts';
import { event, eventFeedback, eventForum } from './schedule/event.ts';
import { feedbackChoice } from './schedule/feedback-choice.ts';
import { schedulePlaces } from './schedule/places.ts';
import { schedule, scheduleOfDay } from './schedule/schedule.ts';
import { doorList } from './schedule/seats.ts';
import { server } from './server.ts';
import { accounts, changeName, changePassword, giveCode } from './settings/account.ts';
import { words } from './settings/filtered-words.ts';
import { editProfile } from './settings/profile.ts';
import { settings } from './settings/settings.ts';
import { join } from './sign-in/join.ts';
import { findName, recover } from './sign-in/recover.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-in/sign-out.ts';
import { welcome } from './sign-in/welcome.ts';
import { clip, clips, singClip } from './songs/clips.ts';
import { song, songs, sungSongs } from './songs/songs.ts';
import { karaokeStagePage, karaokeWall, tonight } from './songs/tonight.ts';
import { announcementAtDesk, announcementDesk } from './staff/announcements.ts';
import { catalogues } from './staff/catalogues.ts';
import { features } from './staff/features.ts';
import { feedbackAtDesk, feedbackDesk, feedbackPosters } from './staff/feedback.ts';
import { huntAtDesk, huntDesk, puzzleAtDesk } from './staff/hunts.ts';
import { limitedSeats } from './staff/limited-seats.ts';
import { peopleFile, peopleFileDownload } from './staff/people-file.ts';
import { performerAtDesk, performerDesk, performerLinks, performerList } from './staff/performers.ts';
import { chooseForPhotographers, photographerPeople, photographers, photographerTable } from './staff/photographers.ts';
import { personAtRegistration, registrationDesk } from './staff/registration.ts';
import { scheduleChange, scheduleDesk, scheduleUpload } from './staff/schedule-desk.ts';
import { settings as serverSettings } from './staff/settings.ts';
import { staff } from './staff/staff.ts';
import { roles, team } from './staff/team.ts';
import { themeAtDesk, themeDesk } from './staff/themes.ts';
import { timeZones } from './staff/time-zones.ts';
import { today } from './today.ts';
import { wall } from './wall.ts';

/** Every page of the service. */
export const pages: readonly Page[] = [
  today,
  welcome,
  join,
  signIn,
  signOut,
  recover,
  findName,
  offline,
  schedule,
  schedulePlaces,
  eventChanges,
  scheduleOfDay,
  event,
  eventForum,
  doorList,
  eventFeedback,
  feedbackChoice,
  hostEvent,
  chats,
  groups,
  newChat,
  chat,
  editChat,
  chatAsCalendar,
  forums,
  category,
  ownThreads,
  searchForums,
  forumPosts,
  forumPost,
  threadOfPost,
  editForumPost,
  thread,
  pinnedPosts,
  newThread,
  people,
  favoritePeople,
  mutedPeople,
  blockedPeople,
  notes,
  personByName,
  suggestedNames,
  person,
  personAsContact,
  feed,
  feedPost,
  editFeedPost,
  photos,
  photography,
  games,
  recommendGames,
  game,
  songs,
  tonight,
  karaokeStagePage,
  karaokeWall,
  sungSongs,
  song,
  clips,
  singClip,
  clip,
  hunts,
  hunt,
  puzzle,
  items,
  editItem,
  performers,
  ownPerformer,
  performer,
  settings,
  editProfile,
  changePassword,
  changeName,
  accounts,
  giveCode,
  words,
  ...reportPages,
  reportSent,
  incidents,
  safetyInbox,
  safetyCase,
  announcements,
  themes,
  help,
  ...helpTexts,
  crewManual,
  crewManualTopic,
  more,
  staff,
  reports,
  threadCase,
  moveThread,
  coolDown,
  forumPostCase,
  postCase,
  profileCase,
  editProfileAtDesk,
  groupCase,
  eventCase,
  messageCase,
  disclosedCase,
  photoCase,
  itemCase,
  clipSongs,
  clipSong,
  findPeople,
  personAtDesk,
  actionLog,
  registrationDesk,
  personAtRegistration,
  team,
  roles,
  features,
  serverSettings,
  timeZones,
  announcementDesk,
  announcementAtDesk,
  themeDesk,
  themeAtDesk,
  scheduleDesk,
  limitedSeats,
  scheduleUpload,
  scheduleChange,
  performerDesk,
  performerAtDesk,
  performerList,
  performerLinks,
  photographers,
  photographerTable,
  chooseForPhotographers,
  photographerPeople,
  feedbackDesk,
  feedbackAtDesk,
  feedbackPosters,
  huntDesk,
  huntAtDesk,
  puzzleAtDesk,
  catalogues,
  peopleFile,
  peopleFileDownload,
  server,
  wall,
];

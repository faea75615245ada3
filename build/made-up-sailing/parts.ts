import type { SailingPart } from './part.ts';
import { announcementsPart } from './parts/announcements.ts';
import { chatsPart } from './parts/chats.ts';
import { clipsPart } from './parts/clips.ts';
import { feedbackPart } from './parts/feedback.ts';
import { words } from './parts/filtered-words.ts';
import { forumsPart } from './parts/forums.ts';
import { huntsPart } from './parts/hunts.ts';
import { incidentsPart } from './parts/incidents.ts';
import { librariesPart } from './parts/libraries.ts';
import { microblogPart } from './parts/microblog.ts';
import { performersPart } from './parts/performers.ts';
import { photographersPart } from './parts/photographers.ts';
import { photostreamPart } from './parts/photostream.ts';
import { relations } from './parts/relations.ts';
import { schedulePart } from './parts/schedule.ts';
import { seatsPart } from './parts/seats.ts';

/** All parts of the made-up sailing, in the order in which they run. */
export const sailingParts: readonly SailingPart[] = [
  relations,
  words,
  schedulePart,
  performersPart,
  seatsPart,
  photographersPart,
  feedbackPart,
  photostreamPart,
  forumsPart,
  microblogPart,
  chatsPart,
  clipsPart,
  huntsPart,
  librariesPart,
  announcementsPart,
  incidentsPart,
];

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announcementsApi } from '#features/announcements/api.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { performersApi } from '#features/performers/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import type { Client } from '../../test/support/client.ts';
import { projectFolder } from '../project.ts';
import type { Passenger } from './people.ts';
import { drawScene } from './scenes.ts';

/** A full day of events in addition to the few in the sample, with the calendar's hours. */
const fullDay = [
  ['0730', '0815', 'Walk Around the Deck', 'Promenade, Deck 7', 'SHADOW CRUISE'],
  ['0900', '1000', 'Crossword Over Coffee', 'Compass Lounge, Deck 4', 'SHADOW CRUISE'],
  ['0930', '1030', 'Bridge for Those Who Have Never Dared', 'Card Room, Deck 5, Midship', 'GAMING'],
  ['1100', '1200', 'How to Draw a Whale', 'Studio B, Deck 4', 'WORKSHOP'],
  ['1300', '1350', 'What the Engine Room Sounds Like', 'Library, Deck 5', 'Q&A / PANEL'],
  ['1400', '1500', 'Ukulele Circle', 'Lido Pool, Deck 9, Aft', 'SHADOW CRUISE'],
  ['1700', '1800', 'Knitters and Natterers', 'Library, Deck 5', 'SHADOW CRUISE'],
  ['1930', '2045', 'Open Games Tables', 'Card Room, Deck 5, Midship', 'GAMING'],
  ['2000', '2130', 'Swing Dance Practice', 'Aft Lounge, Deck 10', 'WORKSHOP'],
  ['2030', '2115', 'Chess for Beginners', 'Library, Deck 5', 'SHADOW CRUISE'],
  [
    '2030',
    '2130',
    'The Long Way Round: a Reading by Three Authors Who Have Never Met and Disagree',
    'Compass Lounge, Deck 4',
    'READING / PERFORMANCE',
  ],
  ['2100', '2300', 'Karaoke, First Round', 'Aft Lounge, Deck 10', 'PARTY'],
  ['2130', '2230', 'Meet the Orchestra', 'Library, Deck 5', 'SIGNING'],
  ['2200', '2300', 'Improvised Opera', 'Studio B, Deck 4', 'SHADOW CRUISE'],
] as const;

const days = ['20250303', '20250304', '20250305', '20250306', '20250307', '20250308'];

/** Adds events to the sample's schedule, and returns all events. */
export async function fillSchedule(admin: Passenger) {
  const sample = readFileSync(join(projectFolder, 'assets', 'samples', 'schedule.ics'), 'utf8');
  const events = days.flatMap((day) =>
    fullDay.map(([from, until, title, place, category], index) =>
      [
        'BEGIN:VEVENT',
        `UID:full-${day}-${index}`,
        `DTSTART;TZID=America/New_York:${day}T${from}00`,
        `DTEND;TZID=America/New_York:${day}T${until}00`,
        `SUMMARY:${title.replaceAll(',', '\\,')}`,
        'DESCRIPTION:For everybody who has an hour. Nothing is needed\\; what there is lies on the tables.',
        `LOCATION:${place.replaceAll(',', '\\,')}`,
        `CATEGORIES:${category}`,
        'END:VEVENT',
      ].join('\r\n'),
    ),
  );
  const schedule = sample.replace('END:VCALENDAR', `${events.join('\r\n')}\r\nEND:VCALENDAR`);
  await admin.get(deskApi.uploadSchedule, { body: { schedule } });
  await admin.get(deskApi.applySchedule);
  return admin.get(scheduleApi.list);
}

/** Follows events by their titles, on every day. */
export async function follow(passenger: Client, titles: readonly string[]): Promise<void> {
  const events = await passenger.get(scheduleApi.list);
  for (const { eventID } of events.filter(({ title }) => titles.includes(title)))
    await passenger.get(scheduleApi.addFavorite, { params: { event_id: eventID } });
}

/** Creates the announcements. */
export async function announce(admin: Passenger): Promise<void> {
  const displayUntil = '2025-03-07T12:00:00.000Z';
  for (const text of [
    'Clocks go back one hour on Friday night. At 01:00 it is 00:00 again.',
    'Boats to shore from 08:30 on Friday. Deck 1, forward. Numbers are called here and on the screens.',
  ])
    await admin.get(announcementsApi.create, { body: { text, displayUntil } });
  for (const [cruiseDay, title, info] of [
    [2, 'Hats', 'Any hat. The tallest one is measured at noon.'],
    [4, 'Stripes', 'Wear some, draw some, walk in a line. The best pair of socks gets the front row tonight.'],
    [5, 'Lanterns', 'Make one at three, carry it at ten.'],
  ] as const)
    await admin.get(dailyThemesApi.create, { body: { title, info, cruiseDay } });
}

/** Creates the performers. */
export async function invitePerformers(admin: Passenger): Promise<void> {
  for (const [index, name] of ['Ada Brook', 'The Lanterns', 'Two Microphones', 'Nadia el-Sayed'].entries())
    await admin.get(performersApi.savePerformer, {
      body: {
        name,
        bio: `${name} came aboard in the last port and will not leave before the next one. Songs about weather, for people who like to be out in it.`,
        photo: index === 3 ? {} : { image: (await drawScene(index, 600, 600)).toString('base64') },
        isOfficialPerformer: true,
        yearsAttended: [2023, 2024],
        eventUIDs: ['sample-14-an-evening-with-ada-brook'],
      },
    });
}

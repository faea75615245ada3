import { openDatabase } from '#db/open.ts';

const count = 5000;

/** Fills the photostream: photos of all accounts in turns, every other one taken at an event. */
export function fillPhotostream(databaseFile: string): void {
  const { sqlite } = openDatabase(databaseFile);
  const ids = (table: string) => sqlite.prepare<[], string>(`SELECT id FROM ${table} ORDER BY id`).pluck().all();
  const [authors, events] = [ids('users'), ids('events')];
  const insert = sqlite.prepare(`
    INSERT INTO stream_photos (author_id, image, taken_at, received_at, event_id, location)
    VALUES (:author, :image, :time, :time, :event, :location)`);
  sqlite.transaction(() => {
    for (let number = 0; number < count; number += 1) {
      const isAtEvent = number % 2 === 0;
      insert.run({
        author: authors[number % authors.length],
        image: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}.jpg`,
        time: Date.UTC(2025, 2, 2) + number * 60_000,
        event: isAtEvent ? events[number % events.length] : null,
        location: isAtEvent ? null : 'Ashore',
      });
    }
  })();
  sqlite.close();
}

import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '#area/context.ts';
import { boatLocations } from '#features/photostream/records.ts';
import { photos } from '#features/photostream/tables.ts';
import { getCurrentSchedule } from '#features/schedule/index.ts';
import { insertRow } from '../insert-row.ts';
import type { SailingPart } from '../part.ts';
import { chooseDeletion, chooseState, describeSomePictures } from '../public-posts.ts';

/** Makes photos, half of them taken at events. Every picture is a single pixel. */
export const photostreamPart: SailingPart = {
  name: 'photostream',
  fill({ context, random, people, count, make }) {
    const eventIDs = getCurrentSchedule(context).events.map(({ row }) => row.id);
    const storePicture = createPictureStore(context);
    make('photos', count(4000), (context) => {
      const now = context.clock.now();
      const [image, deletedAt] = [`${random.uuid()}.gif`, chooseDeletion(random, context)];
      const isAtEvent = eventIDs.length > 0 && random.onceIn(2);
      insertRow(context, photos, {
        authorID: random.oneOf(people).id,
        ...{ image, takenAt: now, receivedAt: now, deletedAt },
        ...(isAtEvent ? { eventID: random.oneOf(eventIDs) } : { location: random.oneOf(boatLocations) }),
        moderationState: chooseState(random),
      });
      describeSomePictures(context, random, image);
      // A deleted photo no longer has a picture.
      if (deletedAt === null) storePicture(image);
    });
  },
};

const point = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Links one picture file to many names, so it uses disk space once. */
function createPictureStore({ pictures }: Context): (name: string) => void {
  let original: string | undefined;
  const store = (path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    if (original === undefined) writeFileSync(path, point);
    else linkSync(original, path);
    original ??= path;
  };
  return (name) => {
    for (const size of [pictures.full, pictures.thumb]) store(size.path(name));
  };
}

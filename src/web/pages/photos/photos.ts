import * as v from 'valibot';
import { malformed } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { queryInteger, queryUuid } from '#contract/query.ts';
import { photostreamApi } from '#features/photostream/api.ts';
import { boatLocations, type PhotostreamImageData } from '#features/photostream/records.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { actionField, createFields, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { buildAddress, pager } from '../../frame/pager.ts';
import { getShownName } from '../../frame/people.ts';
import { describesOne, pictureFields, readPictures } from '../../frame/picture-fields.ts';
import { reportLink } from '../../frame/report-link.ts';
import { backHead } from '../../frame/shell.ts';
import { page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

/** Everyone's newest photos, and a form to add one. */
export const photos = page({
  path: '/photos',
  place: 'more',
  query: { start: queryInteger, event: queryUuid },
  asks: [photostreamApi.list],
  mayAsk: [photostreamApi.upload, photostreamApi.places, scheduleApi.event, scheduleApi.list],
  actions: {
    upload: {
      asks: [photostreamApi.upload],
      form: {
        image: v.optional(v.array(v.string()), []),
        ...describesOne,
        place: v.union([v.picklist(boatLocations), uuid]),
      },
      async run(visit, { image, place, ...described }) {
        const [picture] = readPictures(image, described);
        if (!picture) throw malformed('Choose a photo first.');
        const createdAt = visit.clock.now.toISOString();
        const locationName = boatLocations.find((name) => name === place);
        const taken = locationName === undefined ? { eventID: place } : { locationName };
        await visit.ask(photostreamApi.upload, { body: { ...picture, createdAt, ...taken } });
        return { to: '/photos' };
      },
    },
  },
  async show(visit) {
    const { photos: shown, paginator } = await visit.ask(photostreamApi.list, {
      query: { start: visit.query.start, eventID: visit.query.event },
    });
    const places = await listPlaces(visit);
    const main = html`<main class="wide">
${backHead('More', '/more')}
<div class="col broad lone">
<h1>Photos</h1>
${when(places, (known) => uploadForm(known, visit))}
${when(visit.query.event, (eventID) => html`<p class="soft">From <a href="/event/${eventID}">one event</a>. <a href="/photos">Show all photos</a></p>`)}
${shown.length > 0 ? html`<ul class="photos">${shown.map((photo) => showPhoto(photo, visit))}</ul>` : html`<p class="soft">No photos yet. Post the first one.</p>`}
${pager(paginator, (start) => buildAddress('/photos', { event: visit.query.event, start }))}
</div>
</main>`;
    return { title: 'Photos', main };
  },
});

type PhotosVisit = Visit<unknown, { readonly event?: string }>;

/** What a photo can show, as values and names: the event whose photos are shown, current events, and locations. */
async function listPlaces(visit: PhotosVisit): Promise<(readonly [string, string])[] | undefined> {
  const suggested = visit.isOpen(photostreamApi.upload) ? await visit.askIfAllowed(photostreamApi.places) : undefined;
  if (!suggested) return undefined;
  const { event } = visit.query;
  const named = event && (await visit.askIfAllowed(scheduleApi.event, { params: { event_id: event } }));
  // The API doesn't suggest long events, but accepts them.
  const running = await visit.askIfAllowed(scheduleApi.list, { query: { time: visit.clock.now } });
  const events = [...(named ? [named] : []), ...suggested.events, ...(running ?? [])];
  return [
    ...new Map(events.map(({ eventID, title }) => [eventID, title])),
    ...suggested.locations.map((name) => [name, name] as const),
  ];
}

function uploadForm(places: readonly (readonly [string, string])[], visit: Visit<unknown, unknown, 'upload'>): Html {
  const { field, choice, trouble } = createFields(visit, 'upload');
  return html`<details${visit.failure ? html` open` : nothing}><summary>Post a photo</summary>
<form method="post" enctype="multipart/form-data">${actionField(visit, 'upload')}${keyField()}${trouble()}
${pictureFields(field, visit, { name: 'image', label: 'Photo', isRequired: true, hint: 'The location is removed from the file.' })}
${choice({ name: 'place', label: 'Event or place', options: places })}
<p class="actions"><button type="submit" class="button">Post photo</button></p></form></details>`;
}

const showPhoto = (
  { postID, author, image, imageDescription, event, location, createdAt }: PhotostreamImageData,
  visit: Visit<unknown, unknown>,
): Html =>
  html`<li><a class="pic" href="/api/v3/image/full/${image}"><img src="/api/v3/image/thumb/${image}" alt="${imageDescription ?? `Photo by ${getShownName(author)}`}" loading="lazy"></a>
<div class="beneath"><p><a href="/people/${author.userID}">${getShownName(author)}</a>, ${event ? html`<a href="/event/${event.eventID}">${event.title}</a>` : location}, ${visit.clock.moment(createdAt)}</p>${reportLink(visit, 'photo', postID)}</div></li>`;

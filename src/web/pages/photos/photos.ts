import * as v from 'valibot';
import { malformed } from '#contract/errors.ts';
import { queryInteger } from '#contract/query.ts';
import { photostreamApi } from '#features/photostream/api.ts';
import { boatLocations, type PhotostreamImageData } from '#features/photostream/records.ts';
import { actionField, fieldsOf, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing } from '../../frame/html.ts';
import { pager } from '../../frame/pager.ts';
import { nameOf } from '../../frame/people.ts';
import { backHead } from '../../frame/shell.ts';
import { page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

/** The newest photos of everybody, and a form to add one's own. */
export const photos = page({
  path: '/photos',
  place: 'more',
  query: { start: queryInteger },
  asks: [photostreamApi.list],
  mayAsk: [photostreamApi.upload],
  actions: {
    upload: {
      asks: [photostreamApi.upload],
      form: { image: v.optional(v.array(v.string())), locationName: v.picklist(boatLocations) },
      async run(visit, { image: chosen, locationName }) {
        const image = chosen?.[0];
        if (image === undefined) throw malformed('Choose a photo first.');
        const createdAt = visit.clock.now.toISOString();
        await visit.ask(photostreamApi.upload, { body: { image, createdAt, locationName } });
        return undefined;
      },
    },
  },
  async show(visit) {
    const { photos: shown, paginator } = await visit.ask(photostreamApi.list, { query: { start: visit.query.start } });
    const main = html`<main>
${backHead('More', '/more')}
<div class="col lone">
<h1>Photos</h1>
${uploadForm(visit)}
${shown.length > 0 ? html`<ul class="photos">${shown.map((photo) => showPhoto(photo, visit))}</ul>` : html`<p class="soft">No photo yet. Send the first.</p>`}
${pager(paginator, (start) => `/photos?start=${start}`)}
</div>
</main>`;
    return { title: 'Photos', main };
  },
});

function uploadForm(visit: Visit<unknown, unknown>): Html {
  if (!visit.isOpen(photostreamApi.upload)) return nothing;
  const { field, trouble } = fieldsOf(visit, 'upload');
  return html`<details${visit.failure ? html` open` : nothing}><summary>Send a photo</summary>
<form method="post" enctype="multipart/form-data">${actionField('upload')}${keyField()}${trouble()}
${field({ name: 'image', label: 'Photo', type: 'file', accept: 'image/jpeg,image/png,image/gif,image/webp,image/avif,image/tiff', isRequired: true })}
<p class="field"><label for="where">Where</label><select id="where" name="locationName">${boatLocations.map((name) => html`<option>${name}</option>`)}</select></p>
<p class="actions"><button type="submit" class="button">Send</button></p></form></details>`;
}

const showPhoto = (
  { author, image, event, location, createdAt }: PhotostreamImageData,
  { clock }: Visit<unknown, unknown>,
): Html =>
  html`<li><a class="pic" href="/api/v3/image/full/${image}"><img src="/api/v3/image/thumb/${image}" alt="Photo of ${nameOf(author)}" loading="lazy"></a>
<p><a href="/people/${author.userID}">${nameOf(author)}</a>, ${event ? html`<a href="/event/${event.eventID}">${event.title}</a>` : location}, ${clock.moment(createdAt)}</p></li>`;

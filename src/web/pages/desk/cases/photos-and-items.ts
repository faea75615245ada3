import { integerInPath, uuid } from '#contract/fields.ts';
import { photoModeration, photostreamApi } from '#features/photostream/api.ts';
import { itemModeration, quartermasterApi } from '#features/quartermaster/api.ts';
import { type Html, html, when } from '../../../frame/html.ts';
import { readableDescriptions } from '../../../frame/picture-fields.ts';
import { picture } from '../../../frame/posts.ts';
import { prose } from '../../../frame/text.ts';
import { casePage } from '../case-page.ts';

/** A photo of the stream. */
export const photoCase = casePage({
  path: '/desk/photos/{photo}',
  params: { photo: integerInPath },
  asks: [photoModeration.readEndpoint],
  async find(visit) {
    const { photo, ...found } = await visit.ask(photoModeration.readEndpoint, {
      params: { photo_id: visit.params.photo },
    });
    const { author, createdAt, image, imageDescription, event, location } = photo;
    return {
      type: 'streamPhoto',
      author,
      writtenAt: createdAt,
      content: html`${found.isDeleted ? html`<p class="soft">The picture was deleted.</p>` : picture(image, imageDescription)}${readableDescriptions(imageDescription)}<p>${event?.title ?? location}</p>`,
      state: found.moderationStatus,
      isDeleted: found.isDeleted,
      edits: [],
      reports: found.reports,
      ways: event ? [{ path: `/event/${event.eventID}`, label: event.title }] : [],
    };
  },
  state: {
    asks: photoModeration.stateEndpoint,
    set: ({ ask, params }, state, body) =>
      ask(photoModeration.stateEndpoint, { params: { photo_id: params.photo, state }, body }),
  },
  removal: {
    asks: photostreamApi.delete,
    run: ({ ask, params }, body) => ask(photostreamApi.delete, { params: { photo_id: params.photo }, body }),
  },
});

/** An entry of the item board. */
export const itemCase = casePage({
  path: '/desk/items/{item}',
  params: { item: uuid },
  asks: [itemModeration.readEndpoint],
  async find(visit) {
    const { item, ...found } = await visit.ask(itemModeration.readEndpoint, { params: { item_id: visit.params.item } });
    if (!item.owner) throw new Error('moderators are shown the owner of every item');
    return {
      type: 'quartermasterItem',
      author: item.owner,
      writtenAt: item.lastModificationTime,
      content: describe(item),
      state: found.moderationStatus,
      isDeleted: found.isDeleted,
      edits: found.edits.map((edit) => ({ author: edit.author, createdAt: edit.createdAt, before: describe(edit) })),
      reports: found.reports,
      ways: [],
    };
  },
  state: {
    asks: itemModeration.stateEndpoint,
    set: ({ ask, params }, state, body) =>
      ask(itemModeration.stateEndpoint, { params: { item_id: params.item, state }, body }),
  },
  removal: {
    asks: quartermasterApi.delete,
    run: ({ ask, params }, body) => ask(quartermasterApi.delete, { params: { itemID: params.item }, body }),
  },
});

interface ItemText {
  readonly itemName: string;
  readonly itemDescription?: string | undefined;
  readonly location?: string | undefined;
}

const describe = ({ itemName, itemDescription, location }: ItemText): Html =>
  html`<p><b>${itemName}</b></p>${when(itemDescription, prose)}${when(location, (place) => html`<p>Where: ${place}</p>`)}`;

import * as v from 'valibot';
import type { PerformerData } from '#features/performers/records.ts';
import { typedOrNothing } from '../../frame/form-values.ts';
import { actionField, fieldsOf, keyField, pictureTypes } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { chosenFile } from '../../frame/uploads.ts';
import type { ValuesOf } from '../../page.ts';
import type { Visit } from '../../visit.ts';

/** Everything a form says of a performer; lists stand on lines. */
export const performerForm = {
  name: v.string(),
  title: typedOrNothing,
  organization: typedOrNothing,
  pronouns: typedOrNothing,
  bio: typedOrNothing,
  website: typedOrNothing,
  facebookURL: typedOrNothing,
  xURL: typedOrNothing,
  instagramURL: typedOrNothing,
  youtubeURL: typedOrNothing,
  alternativeNames: v.string(),
  yearsAttended: v.string(),
  image: chosenFile,
  filename: v.optional(v.string()),
};
type PerformerForm = ValuesOf<typeof performerForm>;

const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The body that a form makes. */
export const readPerformerForm = (
  { alternativeNames, yearsAttended, image, filename, ...profile }: PerformerForm,
  whose: { readonly isOfficialPerformer: boolean; readonly performerID?: string },
) => ({
  ...profile,
  ...whose,
  alternativeNames: readLines(alternativeNames),
  yearsAttended: yearsAttended
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(Number),
  photo: { image: image?.[0], filename },
  eventUIDs: [],
});

/** The form of a profile, with what is known already; all of it replaces that. */
export function profileForm(visit: Visit<unknown, unknown>, action: string, performer?: PerformerData): Html {
  const { field, check, trouble } = fieldsOf(visit, action);
  const photo = performer?.header.photo;
  return html`<form method="post" enctype="multipart/form-data">${actionField(action)}${keyField()}${trouble()}
${field({ name: 'name', kind: 'otherName', label: 'Name', value: performer?.header.name, isRequired: true, maxLength: 200 })}
${field({ name: 'title', label: 'Title', value: performer?.title, maxLength: 200 })}
${field({ name: 'organization', kind: 'otherName', label: 'Belongs to', value: performer?.organization, maxLength: 200 })}
${field({ name: 'pronouns', label: 'Pronouns', value: performer?.pronouns, maxLength: 200 })}
${field({ name: 'bio', label: 'About', value: performer?.bio, isMultiline: true, maxLength: 20_000, hint: 'Markdown' })}
${(['website', 'facebookURL', 'xURL', 'instagramURL', 'youtubeURL'] as const).map((name) => field({ name, kind: 'word', label: addressWords[name], value: performer?.[name], maxLength: 2000 }))}
${field({ name: 'alternativeNames', label: 'Other names', value: performer?.alternativeNames?.join('\n'), isMultiline: true, hint: 'One a line; imports know the performer by them' })}
${field({ name: 'yearsAttended', label: 'Years on board', value: performer?.yearsAttended.join(', ') })}
${when(photo, (name) => html`<img class="small" src="/api/v3/image/thumb/${name}" alt="The picture there is">${check({ name: 'filename', label: 'Keep this picture', value: name, isChecked: true })}`)}
${field({ name: 'image', label: photo ? 'Another picture' : 'Picture', type: 'file', accept: pictureTypes })}
<p class="actions"><button type="submit" class="button">Save</button></p></form>`;
}

const addressWords = {
  website: 'Website',
  facebookURL: 'Facebook',
  xURL: 'X',
  instagramURL: 'Instagram',
  youtubeURL: 'YouTube',
} as const;

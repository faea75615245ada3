import * as v from 'valibot';
import { performersApi } from '#features/performers/api.ts';
import type { PerformerData } from '#features/performers/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, keyField } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { describesOne, pictureFields } from '../../frame/picture-fields.ts';
import { base64File } from '../../frame/uploads.ts';
import type { ValuesOf } from '../../page.ts';
import type { Visit, VisitWith } from '../../visit.ts';

const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function readYears(text: string): number[] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.every((word) => /^\d{4}$/.test(word)) ? words.map(Number) : undefined;
}

const texts = declareForm(performersApi.savePerformer.body.entries, {
  name: { kind: 'otherName', label: 'Name' },
  title: { label: 'Title' },
  organization: { kind: 'otherName', label: 'Organization' },
  pronouns: { label: 'Pronouns' },
  bio: { label: 'About', isMultiline: true, hint: 'Markdown' },
  website: { kind: 'word', label: 'Website' },
  facebookURL: { kind: 'word', label: 'Facebook' },
  xURL: { kind: 'word', label: 'X' },
  instagramURL: { kind: 'word', label: 'Instagram' },
  youtubeURL: { kind: 'word', label: 'YouTube' },
  alternativeNames: {
    label: 'Other names',
    isMultiline: true,
    hint: 'One per line. Imports match performers by these names too.',
    read: readLines,
  },
  yearsAttended: { label: 'Years attended', read: readYears, mustBe: 'four-digit years, such as 2019, 2023' },
});

/** The fields for a performer; lists have one entry per line. */
export const performerForm = { ...texts, image: base64File, ...describesOne, filename: v.optional(v.string()) };

/** Builds the body from the form. */
export const readPerformerForm = (
  { image, filename, description1: description, ...profile }: ValuesOf<typeof performerForm>,
  whose: { readonly isOfficialPerformer: boolean; readonly performerID?: string },
) => ({ ...profile, ...whose, photo: { image: image?.[0], description, filename }, eventUIDs: [] });

/** The form of a profile with its current values, all of which it replaces. */
export function profileForm<Action extends string>(
  visit: Pick<Visit, 'failure' | 'clock' | 'isOn'> & VisitWith<Action>,
  action: Action,
  performer?: PerformerData,
): Html {
  const { inputs, field, check, trouble } = renderInputs(visit, action, performerForm);
  const photo = performer?.header.photo;
  const shown = {
    ...performer,
    name: performer?.header.name,
    alternativeNames: performer?.alternativeNames?.join('\n'),
    yearsAttended: performer?.yearsAttended.join(', '),
  };
  return html`<form method="post" enctype="multipart/form-data">${actionField(visit, action)}${keyField()}${trouble()}
${inputs(shown)}${when(photo, (name) => html`<img class="small" src="/api/v3/image/thumb/${name}" alt="${performer?.photoDescription ?? 'Current picture'}">${check({ name: 'filename', label: 'Keep this picture', value: name, isChecked: true })}`)}
${pictureFields(field, visit, { name: 'image', label: photo ? 'New picture' : 'Picture' })}
<p class="actions"><button type="submit" class="button">Save</button></p></form>`;
}

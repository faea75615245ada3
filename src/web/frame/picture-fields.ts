import * as v from 'valibot';
import type { Visit } from '../visit.ts';
import { type FieldOptions, pictureTypes } from './forms.ts';
import { type Html, html, when } from './html.ts';

const maxDescribed = 4;
const numbers = Array.from({ length: maxDescribed }, (_, index) => index + 1);
const nameField = (number: number): string => `description${number}`;

const description = v.optional(v.string());

/** The field of a form in which its picture is described. */
export const describesOne = { description1: description };

/** The fields in which several pictures are described, in the order of their files. */
export const describesSeveral = {
  ...describesOne,
  description2: description,
  description3: description,
  description4: description,
};

type Descriptions = { readonly [Name in keyof typeof describesSeveral]?: string | undefined };

/** Builds the calls' pictures from the form. Browsers send an empty file if none was chosen. */
export function readPictures(files: readonly string[], described: Descriptions) {
  const texts = new Map(Object.entries(described));
  return files
    .filter((image) => image !== '')
    .map((image, index) => ({ image, description: texts.get(nameField(index + 1)) }));
}

interface PictureFieldOptions extends Pick<FieldOptions, 'name' | 'label' | 'hint' | 'isRequired'> {
  /** Maximum number of pictures. */
  readonly max?: number;
}

/**
 * A field for pictures and one for the description of each. The page's script shows only those of chosen pictures; they
 * aren't there while the feature is off (core rule 133).
 */
export function pictureFields(
  field: (options: FieldOptions) => Html,
  { isOn }: Pick<Visit, 'isOn'>,
  { max = 1, ...options }: PictureFieldOptions,
): Html {
  const file = field({ ...options, type: 'file', accept: pictureTypes, isMultiple: max > 1 });
  if (!isOn('picturedescriptions')) return file;
  const describe = (number: number) =>
    field({
      name: nameField(number),
      label: max === 1 ? 'What’s in the picture?' : `What’s in picture ${number}?`,
      isMultiline: true,
      maxLength: 500,
      ...(number === 1 && { hint: 'Optional. Describe the picture for people who can’t see it.' }),
    });
  return html`${file}<div data-describes="${options.name}">${numbers.slice(0, max).map(describe)}</div>`;
}

/** What people who can't see a picture hear instead. */
export const getAltText = (description: string | undefined): string => description || 'A picture';

/** The descriptions of pictures for moderators to read: they may be what was reported. */
export const readableDescriptions = (...texts: readonly (string | undefined)[]): Html =>
  html`${texts.map((text) => when(text, (said) => html`<p class="soft">Picture described as: ${said}</p>`))}`;

import * as v from 'valibot';
import { PostContentData } from '#core/posts/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { describesSeveral, getAltText, pictureFields, readPictures } from '../../frame/picture-fields.ts';
import { keepsMessages, unsentTemplate } from '../../frame/unsent.ts';
import type { ValuesOf } from '../../page.ts';
import type { Visit, VisitWith } from '../../visit.ts';

/** The fields of a post's form: its text, new pictures, and the names of existing pictures to keep. */
export const postForm = {
  ...declareForm(PostContentData.entries, { text: { label: 'Your post', isMultiline: true, names: 'mentioned' } }),
  images: v.optional(v.array(v.string()), []),
  ...describesSeveral,
  'keep[]': v.optional(v.array(v.string()), []),
};

/** Builds the calls' content from the form: kept pictures come first. */
export const readPostForm = ({ text, images, 'keep[]': kept, ...descriptions }: ValuesOf<typeof postForm>) => ({
  text,
  images: [...kept.map((filename) => ({ filename })), ...readPictures(images, descriptions)],
});

interface PostFormOptions<Action> {
  readonly action: Action;
  readonly label: string;
  readonly button: Html | string;
  /** Fields before the text. */
  readonly before?: Html;
  readonly text?: string;
  /** Names of the post's existing pictures. */
  readonly pictures?: readonly string[];
  /** The descriptions of these pictures, in the same order. */
  readonly descriptions?: readonly string[] | undefined;
  /** Maximum number of pictures. */
  readonly maxPictures?: number;
  /**
   * Where new posts are shown while they wait on the phone for the server: next to the form, or elsewhere on the page.
   */
  readonly waits?: 'before' | 'after' | 'elsewhere';
}

/** The form to write or edit a post. */
export function postFormFor<Action extends string>(
  visit: Pick<Visit, 'failure' | 'clock' | 'isOn'> & VisitWith<Action>,
  {
    action,
    label,
    button,
    before = nothing,
    text,
    pictures = [],
    descriptions = [],
    maxPictures = 4,
    waits,
  }: PostFormOptions<Action>,
): Html {
  const { input, field, check, trouble } = renderInputs(visit, action, postForm);
  const form = html`<form class="${waits === 'elsewhere' ? 'composer' : 'note'}" method="post" enctype="multipart/form-data"${waits ? keepsMessages : nothing}>${actionField(visit, action)}${keyField()}${trouble()}
${before}${input('text', text, { label })}
${when(
  pictures.length,
  () =>
    html`<fieldset><legend>Pictures to keep</legend>${pictures.map((name, index) => check({ name: 'keep[]', value: name, isChecked: true, label: html`<img src="/api/v3/image/thumb/${name}" alt="${getAltText(descriptions[index])}" loading="lazy" class="small">` }))}</fieldset>`,
)}
${when(
  maxPictures,
  (max) =>
    html`<details><summary>Add ${max === 1 ? 'a picture' : 'pictures'}</summary>${pictureFields(field, visit, { name: 'images', label: max === 1 ? 'Picture' : 'Pictures', max, hint: 'Locations are removed from the files.' })}</details>`,
)}
<p class="actions"><button type="submit" class="button">${button}</button></p></form>`;
  if (!waits || waits === 'elsewhere') return form;
  return waits === 'before' ? html`${unsentTemplate('post')}${form}` : html`${form}${unsentTemplate('post')}`;
}

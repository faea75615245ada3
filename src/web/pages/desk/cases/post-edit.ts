import type { PostEditLogData } from '#core/posts/records.ts';
import { html } from '../../../frame/html.ts';
import { readableDescriptions } from '../../../frame/picture-fields.ts';
import { prose } from '../../../frame/text.ts';

/** What a public post said before an edit. */
export const showPostEdit = ({ text, imageDescriptions = [], ...edit }: PostEditLogData) => ({
  ...edit,
  before: html`${prose(text)}${readableDescriptions(...imageDescriptions)}`,
});

import type { DisclosedPostData } from '#core/reports/records.ts';
import type { Visit } from '../visit.ts';
import { type Html, html, nothing } from './html.ts';
import { face, personLink } from './people.ts';
import { prose } from './text.ts';

/** Renders a message that a report discloses; the reported one is marked. */
export const disclosedPost = (
  { author, text, timestamp }: DisclosedPostData,
  isReported: boolean,
  { clock }: Pick<Visit, 'clock'>,
): Html =>
  html`<div class="post${isReported ? ' accused' : ''}"><header>${face(author, 's')}<h2>${personLink(author)}</h2>${clock.moment(timestamp)}</header>
${isReported ? html`<p class="state">Reported</p>` : nothing}<div class="prose">${prose(text)}</div></div>`;

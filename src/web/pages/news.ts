import * as v from 'valibot';
import { AppError } from '#contract/errors.ts';
import { integerInPath } from '#contract/fields.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import type { AnnouncementData } from '#features/announcements/records.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { type CruiseDay, readCruiseDays } from '../frame/cruise-days.ts';
import { type Html, html, nothing, when } from '../frame/html.ts';
import { icon } from '../frame/icons.ts';
import { announcementsPath, dismissForm } from '../frame/must-see.ts';
import { getShownName } from '../frame/people.ts';
import { pageBelow } from '../frame/shell.ts';
import { prose } from '../frame/text.ts';
import { page } from '../page.ts';
import type { Visit } from '../visit.ts';

/** Announcements, newest first. */
export const announcementList = (announcements: readonly AnnouncementData[], { clock }: Pick<Visit, 'clock'>): Html =>
  html`<ul class="rows">${announcements.map((one) => showAnnouncement(one, clock))}</ul>`;

const showAnnouncement = ({ id, author, text, updatedAt, isSeen }: AnnouncementData, clock: Visit['clock']): Html =>
  html`<li class="tall"><span class="face" aria-hidden="true">${icon('megaphone')}</span><div class="prose">${prose(text)}<p class="soft">${getShownName(author)}, ${clock.moment(updatedAt)}</p>${isSeen === false ? dismissForm(id) : nothing}</div></li>`;

/** The current announcements, must-see ones that the viewer hasn't dismissed first. Their buttons lead here from every page. */
export const announcements = page({
  path: announcementsPath,
  place: 'more',
  asks: [announcementsApi.list],
  actions: {
    seen: {
      asks: [announcementsApi.seen],
      form: { announcement: integerInPath, from: v.optional(v.string()) },
      async run(visit: Visit, { announcement, from }) {
        await dismiss(visit, announcement);
        return from === undefined ? {} : { to: from };
      },
    },
  },
  async show(visit) {
    const all = await visit.ask(announcementsApi.list);
    const shown = [...all.filter(isUnseenMustSee), ...all.filter((one) => !isUnseenMustSee(one))];
    const content =
      shown.length > 0
        ? html`<h2 class="hide">Now</h2>${announcementList(shown, visit)}`
        : html`<p class="soft">No announcements right now. New ones appear here and on Today.</p>`;
    return pageBelow({ label: 'More', path: '/more' }, 'Announcements', content);
  },
});

const isUnseenMustSee = ({ isSeen }: AnnouncementData): boolean => isSeen === false;

/** An announcement that is over has gone anyway. */
async function dismiss({ ask }: Pick<Visit, 'ask'>, announcementID: number): Promise<void> {
  try {
    await ask(announcementsApi.seen, { params: { announcementID } });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'notFound')) throw error;
  }
}

/** The theme of each day. */
export const themes = page({
  path: '/themes',
  place: 'more',
  asks: [dailyThemesApi.list, clientServicesApi.settings],
  async show(visit) {
    const list = await visit.ask(dailyThemesApi.list);
    const { days, today } = await readCruiseDays(visit);
    const dayOf = (number: number): CruiseDay | undefined => days.find((day) => day.number === number);
    const content =
      list.length > 0
        ? html`${list.map(
            ({
              title,
              info,
              image,
              imageDescription = '',
              cruiseDay,
            }) => html`<section aria-labelledby="day${cruiseDay}">
<h2 id="day${cruiseDay}">${title}</h2>
<p class="soft">${when(dayOf(cruiseDay), ({ noon }) => html`${visit.clock.day(noon)}`)}${when(cruiseDay === today?.number, () => html`, <b class="now">today</b>`)}</p>
${when(image, (name) => html`<img src="/api/v3/image/thumb/${name}" alt="${imageDescription}" loading="lazy">`)}
<div class="prose">${prose(info)}</div></section>`,
          )}`
        : html`<p class="soft">No daily themes yet.</p>`;
    return pageBelow({ label: 'More', path: '/more' }, 'Daily themes', content);
  },
});

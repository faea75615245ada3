import { integerInPath } from '#contract/fields.ts';
import { queryBoolean } from '#contract/query.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import type { AnnouncementData } from '#features/announcements/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { getShownName } from '../../frame/people.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { prose } from '../../frame/text.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
const path = '/staff/announcements';
const wordings = {
  text: { label: 'Announcement', isMultiline: true },
  displayUntil: { label: 'Shown until' },
  mustSee: { label: 'Must see: stays on top of every page until each person presses “Got it”' },
} as const;
const newForm = declareForm(announcementsApi.create.body.entries, { ...wordings, postAsUser: { label: 'Post as' } });
const editForm = declareForm(announcementsApi.edit.body.entries, wordings);

/** All announcements, and a form for a new one. */
export const announcementDesk = page({
  path,
  place: 'more',
  query: { done: queryBoolean },
  asks: [announcementsApi.list, announcementsApi.create],
  actions: {
    create: call(
      announcementsApi.create,
      newForm,
      (_visit: AnyVisit, body) => ({ body }),
      () => `${path}?done`,
    ),
  },
  async show(visit) {
    const all = await visit.ask(announcementsApi.list, { query: { inactives: true } });
    const { inputs, trouble } = renderInputs(visit, 'create', newForm);
    const soon = new Date(visit.clock.now.getTime() + 24 * 3_600_000);
    const content = html`${savedNotice(visit, 'Announcement posted.')}
<form method="post">${actionField(visit, 'create')}${keyField()}${trouble()}
${inputs({ displayUntil: soon }, { postAsUser: { options: authorsFor(visit) } })}<p class="actions"><button type="submit" class="button">Post announcement</button></p></form>
<h2>All announcements</h2>
${all.length > 0 ? html`<ul class="rows">${all.map((one) => showAnnouncement(one, visit))}</ul>` : html`<p class="soft">No announcements yet.</p>`}`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Announcements', content);
  },
});

/** The names under which the viewer may announce. */
function authorsFor({ viewer }: AnyVisit): readonly (readonly [string, string])[] {
  const shared = [
    ['devteam', 'The development team'],
    ['tho', 'The management office'],
    ['admin', 'The administrators'],
  ] as const;
  const open = shared.filter(([word]) => word === 'admin' || viewer?.level === 'admin' || word === viewer?.level);
  return [['self', viewer ? `You, @${viewer.username}` : 'You'], ...open];
}

function showAnnouncement(announcement: AnnouncementData, { clock }: AnyVisit): Html {
  const { id, author, text, updatedAt, displayUntil, isDeleted, seenCount, audienceCount } = announcement;
  const state = isDeleted
    ? html`deleted`
    : displayUntil <= clock.now
      ? html`was shown until ${clock.moment(displayUntil)}`
      : html`<b>shown until ${clock.moment(displayUntil)}</b>`;
  return html`<li class="tall"><div><div class="prose">${prose(text)}</div><p>${getShownName(author)}, ${clock.moment(updatedAt)}, ${state}${seenCount === undefined ? nothing : html`, <a href="${path}/${id}#seen">seen by ${seenCount} of ${audienceCount}</a>`}</p></div><a class="quiet" href="${path}/${id}">Edit<span class="hide"> the announcement by ${getShownName(author)}, ${clock.moment(updatedAt)}</span></a></li>`;
}

/** How many have seen a must-see announcement, by hour. */
function showSeen({ seenCount, seenByHour = [], audienceCount = 0 }: AnnouncementData, { clock }: AnyVisit): Html {
  if (seenCount === undefined) return nothing;
  const percent = audienceCount === 0 ? 0 : Math.round((100 * seenCount) / audienceCount);
  const highest = Math.max(...seenByHour.map(({ count }) => count));
  return html`<section aria-labelledby="seen"><h2 id="seen">Seen by ${seenCount} of ${audienceCount}</h2>
<progress max="${Math.max(audienceCount, 1)}" value="${seenCount}" aria-label="Seen"></progress>
<p class="soft">${percent}% of the accounts have pressed “Got it”.</p>
${
  seenByHour.length > 0
    ? html`<table class="numbers hours"><thead><tr><th scope="col">From</th><th scope="col">Accounts</th></tr></thead>
<tbody>${seenByHour.map(
        ({ hour, count }) => html`<tr><th scope="row">${clock.moment(hour)}</th>
<td><progress max="${highest}" value="${count}" aria-hidden="true"></progress> ${count}</td></tr>`,
      )}</tbody></table>`
    : nothing
}</section>`;
}

type OneVisit = Visit<{ readonly announcement: number }, unknown>;
const toAnnouncementParams = ({ params }: OneVisit) => ({ params: { announcementID: params.announcement } });

/** Edits, restores or deletes an announcement. */
export const announcementAtDesk = page({
  path: `${path}/{announcement}`,
  place: 'more',
  params: { announcement: integerInPath },
  asks: [announcementsApi.list, announcementsApi.edit],
  actions: {
    edit: call(
      announcementsApi.edit,
      editForm,
      (visit: OneVisit, body) => ({ ...toAnnouncementParams(visit), body }),
      () => path,
    ),
    remove: call(announcementsApi.delete, {}, toAnnouncementParams, () => path),
  },
  async show(visit) {
    const all = await visit.ask(announcementsApi.list, { query: { inactives: true } });
    const shown = all.find(({ id }) => id === visit.params.announcement);
    const { inputs, trouble } = renderInputs(visit, 'edit', editForm);
    const content = shown
      ? html`<form method="post">${actionField(visit, 'edit')}${trouble()}
${inputs(shown)}<p class="actions"><button type="submit" class="button">${shown.isDeleted ? 'Restore' : 'Save'}</button></p></form>
${shown.isDeleted ? nothing : html`<form method="post" class="actions"><button type="submit" class="quiet stop" name="${visit.action('remove')}">Delete announcement</button></form>`}
${showSeen(shown, visit)}`
      : html`<p class="soft">Announcement not found.</p>`;
    return pageBelow(
      { label: 'Announcements', path },
      'Announcement',
      html`${when(shown, ({ author }) => html`<p class="soft">Posted as ${getShownName(author)}</p>`)}${content}`,
    );
  },
});

import * as v from 'valibot';
import { isAtLeast } from '#contract/access.ts';
import { uuid } from '#contract/fields.ts';
import { queryBoolean, querySearch } from '#contract/query.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { findingApi } from '#core/users/api/finding.ts';
import { notesApi } from '#core/users/api/notes.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import type { UserModerationData } from '#staff/moderation/records.ts';
import { username as usernameField } from '../../frame/account-fields.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, createFields, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { face, getShownName } from '../../frame/people.ts';
import { askOptional } from '../../frame/rejections.ts';
import { searchForm } from '../../frame/search-form.ts';
import { backHead, pageBelow, savedNotice } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { levelWords } from './content-words.ts';
import { groupReports } from './group-reports.ts';
import { queueList } from './queue.ts';

/** Searches for people by a part of any name. */
export const findPeople = page({
  path: '/desk/people',
  place: 'more',
  query: { search: querySearch },
  asks: [moderationApi.reports, findingApi.matchAllNames],
  async show(visit) {
    const search = visit.query.search?.trim() ?? '';
    const found =
      search.length < 2 ? [] : await visit.ask(findingApi.matchAllNames, { params: { searchString: search } });
    const content = html`${searchForm({ path: '/desk/people', label: 'Part of a name', value: search })}
${found.length > 0 ? html`<h2 class="hide">Found</h2><ul class="rows">${found.map((user) => html`<li>${face(user)}<div><h3><a href="/desk/people/${user.userID}">${getShownName(user)}</a></h3><p class="line">@${user.username}</p></div></li>`)}</ul>` : when(search, () => html`<p class="soft">No one found.</p>`)}`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'People', content);
  },
});

type PersonVisit = Visit<{ readonly person: string }, unknown, 'pause' | 'endPause' | 'level' | 'rename' | 'note'>;
const toUserParams = ({ params }: PersonVisit) => ({ userID: params.person });
const getDoneAddress = ({ params }: PersonVisit) => `/desk/people/${params.person}?done`;

const usernameForm = declareForm(profilesApi.changeUsername.body.entries, {
  username: { ...usernameField, label: 'New username', kind: 'otherUsername' },
});
const noteForm = declareForm(notesApi.writeNote.body.entries, {
  note: { label: 'Private note', isMultiline: true },
});

/** Durations of a pause in hours, with their labels. */
const pauseDurations = [
  ['1', '1 hour'],
  ['4', '4 hours'],
  ['12', '12 hours'],
  ['24', '1 day'],
  ['72', '3 days'],
  ['168', '1 week'],
] as const;

/** A person with all accounts: the reports against them, and what they may do. */
export const personAtDesk = page({
  path: '/desk/people/{person}',
  place: 'more',
  params: { person: uuid },
  query: { done: queryBoolean },
  asks: [moderationApi.user],
  mayAsk: [notesApi.note, profilesApi.changeUsername],
  actions: {
    pause: call(
      moderationApi.quarantineTemporarily,
      { hours: v.pipe(v.picklist(pauseDurations.map(([hours]) => hours)), v.transform(Number)) },
      (visit: PersonVisit, { hours }) => ({ params: { ...toUserParams(visit), hours } }),
      getDoneAddress,
    ),
    endPause: call(
      moderationApi.quarantineTemporarily,
      {},
      (visit: PersonVisit) => ({ params: { ...toUserParams(visit), hours: 0 } }),
      getDoneAddress,
    ),
    level: call(
      moderationApi.setAccessLevel,
      { level: v.picklist(['verified', 'quarantined', 'unverified', 'banned']) },
      (visit: PersonVisit, { level }) => ({ params: { ...toUserParams(visit), level } }),
      getDoneAddress,
    ),
    rename: call(
      profilesApi.changeUsername,
      { account: uuid, ...usernameForm },
      (_visit: PersonVisit, { account, username }) => ({ params: { userID: account }, body: { username } }),
      getDoneAddress,
    ),
    note: call(
      notesApi.writeNote,
      noteForm,
      (visit: PersonVisit, body) => ({ params: toUserParams(visit), body }),
      getDoneAddress,
    ),
  },
  async show(visit) {
    const person = await visit.ask(moderationApi.user, { params: toUserParams(visit) });
    const { header, subAccounts, reports } = person;
    const main = html`<main>
${backHead('People', '/desk/people')}
<div class="col lone">
<header>${face(header, 'l')}<div><h1>${getShownName(header)}</h1><p class="soft">@${header.username}</p></div></header>
${savedNotice(visit, 'Done.')}
${accountState(person, visit)}
<section aria-labelledby="accounts"><h2 id="accounts">${subAccounts.length > 0 ? 'All accounts' : 'Account'}</h2><ul class="rows">${[header, ...subAccounts].map((account) => html`<li>${face(account)}<div><h3><a href="/desk/profiles/${account.userID}">${getShownName(account)}</a></h3><p class="line">@${account.username}${account === header ? ', primary account' : ''}</p></div></li>`)}</ul></section>
<section aria-labelledby="against"><h2 id="against">Reports</h2>${reports.length > 0 ? queueList(groupReports(reports), visit) : html`<p class="soft">No reports.</p>`}</section>
${await showNote(visit)}
${renameForm(person, visit)}
</div>
</main>`;
    return { title: getShownName(header), main };
  },
});

/** Shows what the person may do, and the actions that change it. */
function accountState(person: UserModerationData, visit: PersonVisit): Html {
  const { accessLevel, tempQuarantineEndTime } = person;
  const isStaff = isAtLeast(accessLevel, 'client');
  return html`<section aria-labelledby="standing"><h2 id="standing">${levelWords[accessLevel]}</h2>
${when(tempQuarantineEndTime, (end) => html`<p class="say warn">${icon('clock')}<span>Paused: read-only until ${visit.clock.moment(end)}.</span></p>`)}
${isStaff ? html`<p class="soft">Staff members must be demoted first.</p>` : html`${pauseForm(person, visit)}${levelForm(person, visit)}`}</section>`;
}

function pauseForm({ tempQuarantineEndTime }: UserModerationData, visit: PersonVisit): Html {
  const { choice, trouble } = createFields(visit, 'pause');
  return html`<form method="post" class="inline">${trouble()}
${choice({ name: 'hours', label: tempQuarantineEndTime ? 'New pause, from now' : 'Pause posting for', options: pauseDurations, value: '24' })}
<p class="actions"><button type="submit" class="quiet" name="${visit.action('pause')}">${tempQuarantineEndTime ? 'Change pause' : 'Pause'}</button>${when(tempQuarantineEndTime, () => html`<button type="submit" class="quiet" name="${visit.action('endPause')}">End pause</button>`)}</p></form>`;
}

/** Only the management office bans people. */
function levelForm({ accessLevel }: UserModerationData, visit: PersonVisit): Html {
  const mayBan = visit.viewer !== undefined && isAtLeast(visit.viewer.level, 'tho');
  if (accessLevel === 'banned' && !mayBan) return html`<p class="soft">Only the management office can lift bans.</p>`;
  const levels = (['verified', 'quarantined', 'unverified', 'banned'] as const).filter(
    (level) => mayBan || level === 'verified' || level === 'quarantined',
  );
  const { choice, trouble } = createFields(visit, 'level');
  return html`<form method="post" class="inline">${actionField(visit, 'level')}${trouble()}
${choice({ name: 'level', label: 'Access level of all accounts', options: levels.map((level) => [level, levelWords[level]]), value: accessLevel })}
<p class="actions"><button type="submit" class="quiet">Set the level</button></p><p class="hint">This signs them out everywhere.</p></form>`;
}

async function showNote(visit: PersonVisit): Promise<Html> {
  if (!visit.isOpen(notesApi.writeNote)) return nothing;
  const { input, trouble } = renderInputs(visit, 'note', noteForm);
  const written = await askOptional(visit, notesApi.note, { params: toUserParams(visit) });
  return html`<form method="post" class="note">${actionField(visit, 'note')}${keyField()}${trouble()}
${input('note', written?.note)}
<p class="actions"><button type="submit" class="quiet">Save note</button></p></form>`;
}

function renameForm({ header, subAccounts }: UserModerationData, visit: PersonVisit): Html {
  const { input, choice, trouble } = renderInputs(visit, 'rename', usernameForm);
  const accounts = [header, ...subAccounts];
  return html`<details${visit.failure?.action === 'rename' ? html` open` : nothing}><summary>${icon('pencil')}Change username</summary>
<form method="post">${actionField(visit, 'rename')}${trouble()}
${accounts.length > 1 ? choice({ name: 'account', label: 'Account', options: accounts.map(({ userID, username }) => [userID, `@${username}`]) }) : html`<input type="hidden" name="account" value="${header.userID}">`}
${input('username')}
<p class="actions"><button type="submit" class="quiet">Rename</button></p></form></details>`;
}

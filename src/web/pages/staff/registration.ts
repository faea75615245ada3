import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { querySearch } from '#contract/query.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { isRegistrationCode } from '#core/accounts/records.ts';
import { findingApi } from '#core/users/api/finding.ts';
import type { UserHeader } from '#core/users/records.ts';
import { adminApi } from '#staff/admin/api.ts';
import type { RegistrationCodeStatsData, RegistrationCodeUserData } from '#staff/admin/records.ts';
import { registrationCode } from '../../frame/account-fields.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, createFields, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { face, getShownName } from '../../frame/people.ts';
import { orUndefinedOn } from '../../frame/rejections.ts';
import { searchForm } from '../../frame/search-form.ts';
import { backHead, pageBelow } from '../../frame/shell.ts';
import { call, page, type View } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
const deskPath = '/staff/registration';

const allocation = declareForm(adminApi.allocateReservedCode.params, {
  username: {
    label: 'Discord username',
    kind: 'otherUsername',
    isRequired: true,
    hint: 'Lowercase letters, digits, dots and underscores',
  },
});

/** The desk for people who can't sign in: finds them by name or code, one after the other. */
export const registrationDesk = page({
  path: deskPath,
  place: 'more',
  query: { search: querySearch, admitted: querySearch },
  asks: [
    adminApi.registrationCodeStats,
    adminApi.findByRegistrationCode,
    adminApi.waitingToBeAdmitted,
    findingApi.matchAllNames,
  ],
  mayAsk: [adminApi.allocateReservedCode],
  actions: {
    allocate: {
      asks: [adminApi.allocateReservedCode],
      form: allocation,
      async run(visit, { username }) {
        const { regCode } = await visit.ask(adminApi.allocateReservedCode, { params: { username } });
        return { view: showAllocated(username, regCode) };
      },
    },
  },
  async show(visit) {
    const search = visit.query.search?.trim() ?? '';
    const found = search.length < 2 ? [] : await findPeople(visit, search);
    const [only, another] = found;
    if (only && !another) return { to: `${deskPath}/${only.userID}` };
    const stats = await visit.ask(adminApi.registrationCodeStats);
    const waiting = search ? [] : await visit.ask(adminApi.waitingToBeAdmitted);
    const content = html`${showBlocks(stats)}
${when(visit.query.admitted, (name) => html`<p class="say s" role="status">${icon('check')}<span>@${name} can post now.</span></p>`)}
${searchForm({ path: deskPath, label: 'Name or registration code', value: search })}
${found.length > 0 ? html`<h2 class="hide">Found</h2>${listPeople(found)}` : when(search, () => html`<p role="status">No one found with that name or code.</p>`)}
${when(waiting.length, () => html`<section aria-labelledby="codeless"><h2 id="codeless">Registered without a code</h2>${listPeople(waiting)}</section>`)}
${showStats(stats)}
${showAllocation(visit)}`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Registration desk', content);
  },
});

/** Returns the person who used this code, otherwise everyone with a matching name. */
async function findPeople(visit: AnyVisit, search: string): Promise<readonly UserHeader[]> {
  const byCode = isRegistrationCode(search)
    ? await orUndefinedOn(visit.ask(adminApi.findByRegistrationCode, { params: { code: search } }), [404])
    : undefined;
  const [primary] = byCode ?? [];
  return primary ? [primary] : visit.ask(findingApi.matchAllNames, { params: { searchString: search } });
}

const listPeople = (people: readonly UserHeader[]): Html =>
  html`<ul class="rows">${people.map((user) => html`<li>${face(user)}<div><h3><a href="${deskPath}/${user.userID}">${getShownName(user)}</a></h3><p class="line">@${user.username}</p></div></li>`)}</ul>`;

/** Explains why people can't register as usual at the moment, and what ends it. */
const showBlocks = ({ guessing = [] }: RegistrationCodeStatsData): Html =>
  html`${guessing.map(({ sentence }) => html`<p class="say warn" role="status">${icon('circle-alert')}<span>${sentence}</span></p>`)}`;

const showStats = (
  stats: RegistrationCodeStatsData,
): Html => html`<section aria-labelledby="codes"><h2 id="codes">Registration codes</h2>
<dl class="facts"><dt>Used</dt><dd>${stats.usedCodes} of ${stats.allocatedCodes}</dd><dt>Reserved</dt><dd>${stats.assignedDiscordCodes} of ${stats.allocatedDiscordCodes} assigned, ${stats.usedDiscordCodes} used</dd></dl></section>`;

function showAllocation(visit: Visit<unknown, unknown, 'allocate'>): Html {
  if (!visit.isOpen(adminApi.allocateReservedCode)) return nothing;
  const { input, trouble } = renderInputs(visit, 'allocate', allocation);
  return html`<details${visit.failure ? html` open` : nothing}><summary>${icon('key-round')}Assign a reserved code</summary>
<form method="post">${actionField(visit, 'allocate')}${keyField()}${trouble()}
${input('username')}
<p class="actions"><button type="submit" class="quiet">Assign code</button></p></form></details>`;
}

const showAllocated = (username: string, code: string): View =>
  pageBelow(
    { label: 'Registration desk', path: deskPath },
    'Reserved code',
    html`<p>For ${username}:</p><p class="code large">${code}</p>`,
  );

const admission = declareForm(adminApi.admit.body.entries, {
  registrationCode: { ...registrationCode, hint: 'Optional, from the cabin card. No one else can use it afterwards.' },
});
const recovery = declareForm(accountsApi.recover.body.entries, {
  newPassword: { label: 'New password', kind: 'code' },
});

type PersonVisit = Visit<{ readonly person: string }, unknown, 'admit' | 'unlock' | 'newPassword'>;
const toUserParams = ({ params }: PersonVisit) => ({ params: { userID: params.person } });

/** A person at the desk: their code, and a way to let them in again. */
export const personAtRegistration = page({
  path: `${deskPath}/{person}`,
  place: 'more',
  params: { person: uuid },
  asks: [adminApi.findRegistrationCodeOfUser, adminApi.waitingToBeAdmitted, findingApi.header],
  actions: {
    admit: {
      asks: [adminApi.admit],
      form: { username: v.string(), ...admission },
      async run(visit, { username, ...body }) {
        await visit.ask(adminApi.admit, { ...toUserParams(visit), body });
        return { to: `${deskPath}?admitted=${encodeURIComponent(username)}` };
      },
    },
    unlock: call(adminApi.unlockRegistrationCode, {}, toUserParams),
    newPassword: {
      asks: [adminApi.findRegistrationCodeOfUser, adminApi.unlockRegistrationCode, accountsApi.recover],
      form: { username: v.string(), ...recovery },
      async run(visit, { username, newPassword }) {
        // Recovering uses up the code; afterwards it's reset for the next time.
        const { regCode } = await visit.ask(adminApi.unlockRegistrationCode, toUserParams(visit));
        await visit.ask(accountsApi.recover, { body: { username, recoveryKey: regCode, newPassword } });
        await visit.ask(adminApi.unlockRegistrationCode, toUserParams(visit));
        return { view: showNewPassword(username, newPassword) };
      },
    },
  },
  async show(visit) {
    const found = await orUndefinedOn(visit.ask(adminApi.findRegistrationCodeOfUser, toUserParams(visit)), [400]);
    const header = await visit.ask(findingApi.header, toUserParams(visit));
    const main = html`<main>
${backHead('Registration desk', deskPath)}
<div class="col lone">
<header>${face(header, 'l')}<div><h1>${getShownName(header)}</h1><p class="soft">@${header.username}</p></div></header>
${found ? showCode(found, visit) : await showWithoutCode(header, visit)}
</div>
</main>`;
    return { title: getShownName(header), main };
  },
});

async function showWithoutCode(header: UserHeader, visit: PersonVisit): Promise<Html> {
  const [waiting] = await visit.ask(adminApi.waitingToBeAdmitted, { query: { userID: header.userID } });
  if (waiting) return admitForm(header, visit);
  return html`<p>This account has no registration code. It was verified without one, or it’s a service account.</p>`;
}

/**
 * Only the desk can check whose card it is. If there is a code on it, it's recorded, so that no one else can use it.
 */
function admitForm({ username }: UserHeader, visit: PersonVisit): Html {
  const { input, trouble } = renderInputs(visit, 'admit', admission);
  return html`<p>This account has no registration code. Check the cabin card, then verify the account.</p>
<form method="post">${actionField(visit, 'admit')}${trouble()}<input type="hidden" name="username" value="${username}">
${input('registrationCode')}
<p class="actions"><button type="submit" class="button">Verify account</button></p></form>`;
}

function showCode(found: RegistrationCodeUserData, visit: PersonVisit): Html {
  const { users, regCode, hasUsedRegCodeForPasswordRecovery, accountCreatedAt, discordUsername } = found;
  const fields = createFields(visit, 'unlock');
  return html`<p class="soft">Registration code</p><p class="code large">${regCode}</p>
<dl class="facts">
<dt>Accounts</dt><dd>${users.map(({ username }) => `@${username}`).join(', ')}</dd>
${when(accountCreatedAt, (at) => html`<dt>Created</dt><dd>${visit.clock.moment(at)}</dd>`)}
${when(discordUsername, (name) => html`<dt>Discord</dt><dd>${name}</dd>`)}
<dt>Code</dt><dd>${hasUsedRegCodeForPasswordRecovery ? html`<b class="stop">already used to reset a password; unlock to allow it again</b>` : 'can be used once to reset a password'}</dd>
</dl>
<form method="post" class="actions">${fields.trouble()}<button type="submit" class="${hasUsedRegCodeForPasswordRecovery ? 'button' : 'quiet'}" name="${visit.action('unlock')}">Unlock</button></form>
<p class="hint">Lets the code reset a password again and clears the lock after failed attempts.</p>
${passwordForm(users, visit)}`;
}

function passwordForm(users: readonly UserHeader[], visit: PersonVisit): Html {
  const { input, choice, trouble } = renderInputs(visit, 'newPassword', recovery);
  return html`<section aria-labelledby="password"><h2 id="password">Set a new password</h2>
<form method="post">${actionField(visit, 'newPassword')}${keyField()}${trouble()}
${users.length > 1 ? choice({ name: 'username', label: 'Account', options: users.map(({ username }) => [username, `@${username}`]) }) : html`<input type="hidden" name="username" value="${users[0]?.username ?? ''}">`}
${input('newPassword', proposePassword())}
<p class="actions"><button type="submit" class="quiet">Set password</button></p></form></section>`;
}

const showNewPassword = (username: string, password: string): View =>
  pageBelow(
    { label: 'Registration desk', path: deskPath },
    'Password set',
    html`<p>@${username} can sign in with</p><p class="code large as-typed">${password}</p><p class="soft">It’s only shown once. They can change it under Your account, Change your password.</p>
<p class="actions"><a class="button" href="${deskPath}">Next person</a></p>`,
  );

/** Without letters and digits that look alike, since people read them aloud. */
const unambiguousCharacters = 'abcdefghkmnpqrstuvwxyz23456789';

/** Two groups of four: more than 600 billion combinations, of which only a few can be tried per hour. */
const proposePassword = (): string =>
  Array.from({ length: 9 }, (_, at) =>
    at === 4 ? '-' : unambiguousCharacters[randomInt(unambiguousCharacters.length)],
  ).join('');

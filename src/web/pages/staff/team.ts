import * as v from 'valibot';
import { guardedRoles, isAtLeast, type UserRole, userRoles } from '#contract/access.ts';
import { uuid } from '#contract/fields.ts';
import { queryBoolean } from '#contract/query.ts';
import type { UserHeader } from '#core/users/records.ts';
import { adminApi } from '#staff/admin/api.ts';
import { actionField, createFields, keyField } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { findPerson, personField, usernameEndpoints } from '../../frame/named-people.ts';
import { face, getShownName } from '../../frame/people.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;

const promotions = {
  moderator: { promote: adminApi.promoteToModerator, label: 'Moderators' },
  devteam: { promote: adminApi.promoteToDevteam, label: 'Development team' },
  tho: { promote: adminApi.promoteToManagementOffice, label: 'Management office' },
} as const;
type StaffLevel = keyof typeof promotions;

/** The staff. */
export const team = page({
  path: '/staff/team',
  place: 'more',
  query: { done: queryBoolean },
  asks: [adminApi.moderators, adminApi.devteam, adminApi.managementOffice],
  mayAsk: [adminApi.promoteToManagementOffice],
  actions: {
    promote: {
      asks: [
        ...usernameEndpoints,
        adminApi.promoteToModerator,
        adminApi.promoteToDevteam,
        adminApi.promoteToManagementOffice,
      ],
      form: { username: v.string(), level: v.picklist(['moderator', 'devteam', 'tho']) },
      async run(visit, { username, level }) {
        const userID = await findPerson(visit, 'username', username);
        await visit.ask(promotions[level].promote, { params: { userID } });
        return { to: '/staff/team?done' };
      },
    },
    demote: call(
      adminApi.demote,
      { value: uuid },
      (_visit: AnyVisit, { value }) => ({ params: { userID: value } }),
      () => '/staff/team?done',
    ),
  },
  async show(visit) {
    const people: Readonly<Record<StaffLevel, readonly UserHeader[]>> = {
      moderator: await visit.ask(adminApi.moderators),
      devteam: await visit.ask(adminApi.devteam),
      tho: await visit.ask(adminApi.managementOffice),
    };
    const content = html`${savedNotice(visit, 'Done. The change is in effect now.')}${promoteForm(visit)}
<form method="post">${createFields(visit, 'demote').trouble()}${levels.map((level) => showLevel(level, people[level], visit))}</form>`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Staff members', content);
  },
});

const levels = ['tho', 'devteam', 'moderator'] as const satisfies readonly StaffLevel[];

function promoteForm(visit: Visit<unknown, unknown, 'promote'>): Html {
  const { field, choice, trouble } = createFields(visit, 'promote');
  const offered = levels.filter((level) => visit.isOpen(promotions[level].promote)).toReversed();
  return html`<form method="post">${actionField(visit, 'promote')}${keyField()}${trouble()}
${field(personField)}
${choice({ name: 'level', label: 'Promote to', options: offered.map((level) => [level, promotions[level].label]) })}
<p class="actions"><button type="submit" class="quiet">Promote</button></p></form>`;
}

function showLevel(level: StaffLevel, people: readonly UserHeader[], visit: Visit<unknown, unknown, 'demote'>): Html {
  const { viewer } = visit;
  const mayDemote = viewer !== undefined && (level !== 'tho' || isAtLeast(viewer.level, 'admin'));
  return html`<h2>${promotions[level].label}</h2>
${people.length === 0 ? html`<p class="soft">No one</p>` : html`<ul class="rows">${people.map((user) => showMember(user, mayDemote ? { action: visit.action('demote'), label: 'Demote' } : undefined))}</ul>`}`;
}

/** A person with a button that removes their role. */
const showMember = (
  user: UserHeader,
  button?: { readonly action: string; readonly label: string; readonly value?: string },
): Html =>
  html`<li>${face(user)}<div><h3>${getShownName(user)}</h3><p class="line">@${user.username}</p></div>${when(button, ({ action, label, value }) => html`<button type="submit" class="quiet" name="${action}" value="${value ?? user.userID}">${label}<span class="hide"> ${getShownName(user)}</span></button>`)}</li>`;

const roleWords: Readonly<Record<UserRole, string>> = {
  karaokemanager: 'Karaoke managers',
  karaokeambassador: 'Karaoke ambassadors',
  shutternautmanager: 'Lead photographers',
  shutternaut: 'Photographers',
  performerselfeditor: 'Performers who edit their own profile',
  accountmanager: 'Registration desk',
  huntmanager: 'Hunt managers',
  safetyofficer: 'Safety officers, who read confidential incident reports',
};

/** Roles that the viewer may grant and revoke. */
const listAssignable = ({ viewer }: Pick<AnyVisit, 'viewer'>): readonly UserRole[] =>
  userRoles.filter((role) => !guardedRoles.has(role) || viewer?.level === 'admin');

/** Roles in addition to the level. */
export const roles = page({
  path: '/staff/roles',
  place: 'more',
  query: { done: queryBoolean },
  asks: [adminApi.holdersOfRole],
  actions: {
    give: {
      asks: [...usernameEndpoints, adminApi.addRole],
      form: { username: v.string(), role: v.picklist(userRoles) },
      async run(visit, { username, role }) {
        const userID = await findPerson(visit, 'username', username);
        await visit.ask(adminApi.addRole, { params: { role, userID } });
        return { to: '/staff/roles?done' };
      },
    },
    take: call(
      adminApi.removeRole,
      {
        value: v.pipe(
          v.string(),
          v.transform((text) => text.split(' ')),
          v.tuple([v.picklist(userRoles), uuid]),
        ),
      },
      (_visit: AnyVisit, { value: [role, userID] }) => ({ params: { role, userID } }),
      () => '/staff/roles?done',
    ),
  },
  async show(visit) {
    const { field, choice, trouble } = createFields(visit, 'give');
    const assignable = listAssignable(visit);
    const holders: Html[] = [];
    for (const role of userRoles) {
      const users = await visit.ask(adminApi.holdersOfRole, { params: { role } });
      holders.push(html`<h2>${roleWords[role]}</h2>
${users.length === 0 ? html`<p class="soft">No one</p>` : html`<ul class="rows">${users.map((user) => showMember(user, assignable.includes(role) ? { action: visit.action('take'), label: 'Remove', value: `${role} ${user.userID}` } : undefined))}</ul>`}`);
    }
    const content = html`${savedNotice(visit, 'Done. The change is in effect now.')}
<form method="post">${actionField(visit, 'give')}${keyField()}${trouble()}
${field(personField)}
${choice({ name: 'role', label: 'Role', options: assignable.map((role) => [role, roleWords[role]]) })}
<p class="actions"><button type="submit" class="quiet">Assign role</button></p></form>
<form method="post">${holders}</form>`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Roles', content);
  },
});

import * as v from 'valibot';
import { queryBoolean } from '#contract/query.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { newPassword, registrationCode, username as usernameField } from '../../frame/account-fields.ts';
import { ticked } from '../../frame/form-values.ts';
import { actionField, fieldsOf, keyField } from '../../frame/forms.ts';
import { html } from '../../frame/html.ts';
import { doneNote, pageBelow } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
const back = { label: 'You', path: '/settings' };

/** Another password. */
export const changePassword = page({
  path: '/settings/password',
  place: 'more',
  query: { done: queryBoolean },
  asks: [accountsApi.changePassword],
  actions: {
    change: {
      asks: [accountsApi.changePassword],
      form: { currentPassword: v.string(), newPassword: v.string(), endOtherSessions: ticked },
      async run(visit, body) {
        const session = await visit.ask(accountsApi.changePassword, { body });
        return { ...(session && { session }), to: '/settings/password?done' };
      },
    },
  },
  async show(visit) {
    const { field, check, trouble } = fieldsOf(visit, 'change');
    const content = html`${doneNote(visit, 'Password changed.')}
<form method="post">${actionField('change')}${trouble()}
${field({ name: 'currentPassword', label: 'Current password', kind: 'currentPassword', isRequired: true })}
${field({ name: 'newPassword', ...newPassword })}
${check({ name: 'endOtherSessions', label: 'Sign out on all other phones and apps', isChecked: true })}
<p class="actions"><button type="submit" class="button">Change password</button></p></form>`;
    return pageBelow(back, 'Your password', content);
  },
});

/** Another username. */
export const changeName = page({
  path: '/settings/name',
  place: 'more',
  query: { done: queryBoolean },
  asks: [profilesApi.changeOwnUsername, accountsApi.whoami],
  actions: {
    change: call(
      profilesApi.changeOwnUsername,
      { username: v.string() },
      (_visit: AnyVisit, body) => ({ body }),
      () => '/settings/name?done',
    ),
  },
  async show(visit) {
    const { username } = await visit.ask(accountsApi.whoami);
    const { field, trouble } = fieldsOf(visit, 'change');
    const content = html`${doneNote(visit)}
<p>You are @${username}. You sign in with this username, and others find and mention you by it. You can change it once in 20 hours.</p>
<form method="post">${actionField('change')}${trouble()}
${field({ name: 'username', ...usernameField, label: 'New username', isRequired: true })}
<p class="actions"><button type="submit" class="button">Change it</button></p></form>`;
    return pageBelow(back, 'Your username', content);
  },
});

/** Further accounts of the same person: making one, and going over to one. */
export const accounts = page({
  path: '/settings/accounts',
  place: 'more',
  asks: [accountsApi.whoami],
  mayAsk: [accountsApi.add],
  actions: {
    switch: {
      asks: [accountsApi.login],
      form: { name: v.string(), password: v.string() },
      async run(visit, login) {
        return { session: await visit.askAs(login, accountsApi.login), to: '/' };
      },
    },
    add: {
      asks: [accountsApi.add, accountsApi.login],
      form: { username: v.string(), password: v.string() },
      async run(visit, body) {
        await visit.ask(accountsApi.add, { body });
        const session = await visit.askAs({ name: body.username, password: body.password }, accountsApi.login);
        return { session, to: '/settings' };
      },
    },
  },
  async show(visit) {
    const { username } = await visit.ask(accountsApi.whoami);
    const entering = fieldsOf(visit, 'switch');
    const adding = fieldsOf(visit, 'add');
    const content = html`<p>You are here as @${username}. All your accounts share one registration code, and the moderators see that they are yours.</p>
<section aria-labelledby="switch"><h2 id="switch">Go over to another</h2>
<form method="post">${actionField('switch')}${entering.trouble()}
${entering.field({ name: 'name', label: 'Username', kind: 'username', isRequired: true })}
${entering.field({ name: 'password', label: 'Password', kind: 'currentPassword', isRequired: true })}
<p class="actions"><button type="submit" class="button">Go over</button></p></form></section>
<section aria-labelledby="add"><h2 id="add">Make another</h2>
<form method="post">${actionField('add')}${keyField()}${adding.trouble()}
${adding.field({ name: 'username', ...usernameField, label: 'Username of the new account', isRequired: true })}
${adding.field({ name: 'password', ...newPassword, label: 'Password of the new account' })}
<p class="actions"><button type="submit" class="quiet">Make it and go over</button></p></form></section>`;
    return pageBelow(back, 'Other accounts of yours', content);
  },
});

/** The registration code, for an account that was made without it. */
export const giveCode = page({
  path: '/settings/code',
  place: 'more',
  asks: [accountsApi.verify, accountsApi.whoami],
  actions: {
    verify: call(
      accountsApi.verify,
      { verification: v.string() },
      (_visit: AnyVisit, body) => ({ body }),
      () => '/settings',
    ),
  },
  async show(visit) {
    const { accessLevel } = await visit.ask(accountsApi.whoami);
    const { field, trouble } = fieldsOf(visit, 'verify');
    const content =
      accessLevel === 'unverified'
        ? html`<p>Once you have entered it you can post as well as read. If it isn't accepted, show your cabin card at the registration desk: they let you in.</p>
<form method="post">${actionField('verify')}${trouble()}
${field({ name: 'verification', ...registrationCode, isRequired: true })}
<p class="actions"><button type="submit" class="button">Enter it</button></p></form>`
        : html`<p>Your account doesn't need a registration code any more.</p>`;
    return pageBelow(back, 'Your registration code', content);
  },
});

import * as v from 'valibot';
import { queryBoolean } from '#contract/query.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { newPassword, registrationCode, username as usernameField } from '../../frame/account-fields.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, createFields, keyField } from '../../frame/forms.ts';
import { html } from '../../frame/html.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
const backLink = { label: 'Your account', path: '/settings' };

const passwordForm = declareForm(accountsApi.changePassword.body.entries, {
  currentPassword: { label: 'Current password', kind: 'currentPassword', isRequired: true },
  newPassword,
  endOtherSessions: { label: 'Sign out on all other devices' },
});

/** Changes the password. */
export const changePassword = page({
  path: '/settings/password',
  place: 'more',
  query: { done: queryBoolean },
  asks: [accountsApi.changePassword],
  actions: {
    change: {
      asks: [accountsApi.changePassword],
      form: passwordForm,
      async run(visit, body) {
        const session = await visit.ask(accountsApi.changePassword, { body });
        return { ...(session && { session }), to: '/settings/password?done' };
      },
    },
  },
  async show(visit) {
    const { inputs, trouble } = renderInputs(visit, 'change', passwordForm);
    const content = html`${savedNotice(visit, 'Password changed.')}
<form method="post">${actionField(visit, 'change')}${trouble()}
${inputs({ endOtherSessions: true })}<p class="actions"><button type="submit" class="button">Change password</button></p></form>`;
    return pageBelow(backLink, 'Your password', content);
  },
});

const nameForm = declareForm(profilesApi.changeOwnUsername.body.entries, {
  username: { ...usernameField, label: 'New username' },
});

/** Changes the username. */
export const changeName = page({
  path: '/settings/name',
  place: 'more',
  query: { done: queryBoolean },
  asks: [profilesApi.changeOwnUsername, accountsApi.whoami],
  actions: {
    change: call(
      profilesApi.changeOwnUsername,
      nameForm,
      (_visit: AnyVisit, body) => ({ body }),
      () => '/settings/name?done',
    ),
  },
  async show(visit) {
    const { username } = await visit.ask(accountsApi.whoami);
    const { inputs, trouble } = renderInputs(visit, 'change', nameForm);
    const content = html`${savedNotice(visit)}
<p>You’re @${username}. You sign in with this username, and others use it to find and mention you. You can change it once every 20 hours.</p>
<form method="post">${actionField(visit, 'change')}${trouble()}
${inputs()}<p class="actions"><button type="submit" class="button">Change username</button></p></form>`;
    return pageBelow(backLink, 'Your username', content);
  },
});

const accountForm = declareForm(accountsApi.add.body.entries, {
  username: { ...usernameField, label: 'New account’s username' },
  password: { ...newPassword, label: 'New account’s password' },
});

/** Creates further accounts of the same person, and switches between them. */
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
      form: accountForm,
      async run(visit, body) {
        await visit.ask(accountsApi.add, { body });
        const session = await visit.askAs({ name: body.username, password: body.password }, accountsApi.login);
        return { session, to: '/settings' };
      },
    },
  },
  async show(visit) {
    const { username } = await visit.ask(accountsApi.whoami);
    const entering = createFields(visit, 'switch');
    const adding = renderInputs(visit, 'add', accountForm);
    const content = html`<p>You’re signed in as @${username}. All your accounts share one registration code, and moderators can see that they belong to you.</p>
<section aria-labelledby="switch"><h2 id="switch">Switch account</h2>
<form method="post">${actionField(visit, 'switch')}${entering.trouble()}
${entering.field({ name: 'name', label: 'Username', kind: 'username', isRequired: true })}
${entering.field({ name: 'password', label: 'Password', kind: 'currentPassword', isRequired: true })}
<p class="actions"><button type="submit" class="button">Switch account</button></p></form></section>
<section aria-labelledby="add"><h2 id="add">Create another account</h2>
<form method="post">${actionField(visit, 'add')}${keyField()}${adding.trouble()}
${adding.inputs()}<p class="actions"><button type="submit" class="quiet">Create and switch</button></p></form></section>`;
    return pageBelow(backLink, 'Your other accounts', content);
  },
});

const codeForm = declareForm(accountsApi.verify.body.entries, {
  verification: { ...registrationCode, isRequired: true },
});

/** Adds the registration code to an account that was created without it. */
export const giveCode = page({
  path: '/settings/code',
  place: 'more',
  asks: [accountsApi.verify, accountsApi.whoami],
  actions: {
    verify: call(
      accountsApi.verify,
      codeForm,
      (_visit: AnyVisit, body) => ({ body }),
      () => '/settings',
    ),
  },
  async show(visit) {
    const { accessLevel } = await visit.ask(accountsApi.whoami);
    const { inputs, trouble } = renderInputs(visit, 'verify', codeForm);
    const content =
      accessLevel === 'unverified'
        ? html`<p>You can post once you’ve entered it. If it isn’t accepted, show your cabin card at the registration desk.</p>
<form method="post">${actionField(visit, 'verify')}${trouble()}
${inputs()}<p class="actions"><button type="submit" class="button">Add code</button></p></form>`
        : html`<p>Your account already has everything it needs. No registration code is required.</p>`;
    return pageBelow(backLink, 'Your registration code', content);
  },
});

import { accountsApi } from '#core/accounts/api.ts';
import { newPassword, registrationCode } from '../../frame/account-fields.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField } from '../../frame/forms.ts';
import { html } from '../../frame/html.ts';
import { backHead } from '../../frame/shell.ts';
import { page } from '../../page.ts';

const recovery = declareForm(accountsApi.recover.body.entries, {
  username: { label: 'Username', kind: 'username' },
  recoveryKey: {
    label: 'Recovery key or registration code',
    kind: 'code',
    hint: 'The recovery key is the three words you saw when you created your account. The registration code is on your cabin card and can be used for this once.',
  },
  newPassword,
});

/** Resets the password with the recovery key or registration code. */
export const recover = page({
  path: '/recover',
  asks: [accountsApi.recover],
  actions: {
    recover: {
      asks: [accountsApi.recover],
      form: recovery,
      async run(visit, body) {
        const session = await visit.ask(accountsApi.recover, { body });
        return { session, to: '/' };
      },
    },
  },
  async show(visit) {
    const { inputs, trouble } = renderInputs(visit, 'recover', recovery);
    const main = html`<main>
${backHead('Sign in', '/sign-in')}
<div class="col lone">
<h1>Reset your password</h1>
<form method="post">
${actionField(visit, 'recover')}
${trouble()}
${inputs()}<p class="field"><button type="submit" class="button">Set password and sign in</button></p>
</form>
</div>
</main>`;
    return { title: 'Reset your password', main };
  },
});

const lookup = declareForm(accountsApi.lookUpUsername.body.entries, {
  registrationCode: { ...registrationCode, isRequired: true },
  recoveryKey: { label: 'Password or recovery key', kind: 'currentPassword' },
});

/** Tells people their username if they forgot it. */
export const findName = page({
  path: '/find-name',
  asks: [accountsApi.lookUpUsername],
  actions: {
    find: {
      asks: [accountsApi.lookUpUsername],
      form: lookup,
      async run(visit, body) {
        const { username } = await visit.ask(accountsApi.lookUpUsername, { body });
        const main = html`<main>
${backHead('Sign in', '/sign-in')}
<div class="col lone"><h1>Your username is ${username}</h1><p class="actions"><a class="button" href="/sign-in">Sign in</a></p></div>
</main>`;
        return { view: { title: 'Your username', main } };
      },
    },
  },
  async show(visit) {
    const { inputs, trouble } = renderInputs(visit, 'find', lookup);
    const main = html`<main>
${backHead('Sign in', '/sign-in')}
<div class="col lone">
<h1>Find your username</h1>
<form method="post">
${actionField(visit, 'find')}
${trouble()}
${inputs()}<p class="field"><button type="submit" class="button">Find username</button></p>
</form>
</div>
</main>`;
    return { title: 'Find your username', main };
  },
});

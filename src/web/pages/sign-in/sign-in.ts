import * as v from 'valibot';
import { invalidField } from '#contract/errors.ts';
import { queryText } from '#contract/query.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { newPassword, registrationCode, username } from '../../frame/account-fields.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, createFields } from '../../frame/forms.ts';
import { type Html, html, nothing } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { page } from '../../page.ts';
import { toLocalPath } from '../../respond.ts';
import type { Visit } from '../../visit.ts';
import { type CreatedAccount, register, registrationEndpoints } from './register.ts';

const secret = v.pipe(v.string(), v.maxLength(200));

const { displayName } = profilesApi.editOwnProfile.body.entries;
const name = declareForm(
  { name: displayName },
  { name: { label: 'Display name', kind: 'name', hint: '2 to 50 characters, in any script.' } },
);

const account = declareForm(accountsApi.create.body.entries, {
  verification: {
    ...registrationCode,
    hint: `${registrationCode.hint} Without it you can read but not post; you can add it later.`,
  },
  username: {
    ...username,
    isRequired: false,
    hint: `You sign in with it, and others mention you as @username. Leave it empty to get one made from your display name. ${username.hint}`,
  },
  password: { ...newPassword, label: 'Password' },
});

/** Signs in, or registers with the registration code. */
export const signIn = page({
  path: '/sign-in',
  query: { next: queryText(500) },
  asks: [],
  mayAsk: [accountsApi.create, ...registrationEndpoints],
  actions: {
    register: {
      asks: [accountsApi.create, accountsApi.login],
      form: {
        ...account,
        name: v.pipe(v.optional(v.string(), ''), v.trim(), displayName.wrapped),
      },
      async run(visit, form) {
        if (form.name === '' && form.username.trim() === '')
          throw invalidField('name', 'Enter a display name or a username.');
        const registered = await register(visit, form);
        const { session } = registered;
        return { session, view: { title: 'Welcome aboard', main: showRecoveryKey(registered, visit) } };
      },
    },
    enter: {
      asks: [accountsApi.login],
      form: { name: secret, password: secret },
      async run(visit, login) {
        const session = await visit.askAs(login, accountsApi.login);
        return { session, to: toLocalPath(visit.query.next) };
      },
    },
  },
  async show(visit) {
    return { title: 'Come aboard', main: signInView(visit), brings: ['sign-in.js'] };
  },
});

type SignInVisit = Visit<unknown, { readonly next: string | undefined }>;
type FormVisit = Visit<unknown, SignInVisit['query'], 'register' | 'enter'>;

function signInView(visit: FormVisit): Html {
  return html`<main class="sign-in">
<header>
  <h1>Come aboard</h1>
  <p>The schedule, chats and forums for this sailing. No internet needed, and nothing leaves the ship.</p>
</header>
<div class="halves">
<section aria-labelledby="first">
  <h2 id="first">New here?</h2>
  ${visit.isOpen(accountsApi.create) ? registration(visit) : html`<p>You can’t create an account right now. Ask at the registration desk.</p>`}
</section>
<section aria-labelledby="again">
  <h2 id="again">Sign in</h2>
  ${signInForm(visit)}
</section>
</div>
<footer class="soft"><p>Just looking? <a href="/schedule">Read the schedule</a> without an account.</p></footer>
</main>`;
}

function registration(visit: FormVisit): Html {
  const { input, trouble } = renderInputs(visit, 'register', { ...account, ...name });
  return html`<form method="post">
${actionField(visit, 'register')}
${trouble()}
${input('verification')}
${input('name')}
${input('username')}
${input('password')}
<p class="field"><button type="submit" class="button">Create account</button></p>
</form>`;
}

function signInForm(visit: FormVisit): Html {
  const { field, trouble } = createFields(visit, 'enter');
  return html`<form method="post">
${actionField(visit, 'enter')}
${trouble()}
${field({ name: 'name', label: 'Username', kind: 'username', isRequired: true })}
${field({ name: 'password', label: 'Password', kind: 'currentPassword', isRequired: true })}
<p class="field"><button type="submit" class="quiet">Sign in</button></p>
<p><a href="/recover">Forgot your password?</a> <a href="/find-name">Forgot your username?</a></p>
</form>`;
}

/** Shown once: the key isn't stored in a form that could be shown again. */
const showRecoveryKey = (
  { username, recoveryKey, code }: CreatedAccount,
  visit: SignInVisit,
): Html => html`<main class="sign-in">
<header>
  <h1>Welcome aboard</h1>
  <p>You’re signed in on this phone as <b>@${username}</b>. That’s your username.</p>
</header>
<div class="col lone">
<h2>Keep your recovery key somewhere safe</h2>
<p>If you forget your password, these words let you sign in again. They’re only shown once.</p>
<p class="code"><b>${recoveryKey}</b></p>
${codeNotice(code)}
<p class="actions"><a class="button" href="${toLocalPath(visit.query.next)}">I’ve written it down</a></p>
</div>
</main>`;

/** What to do if the code wasn't accepted. */
function codeNotice(code: CreatedAccount['code']): Html {
  if (code === 'taken') return nothing;
  const trouble =
    code === 'none' ? nothing : html`<p class="say warn">${icon('key-round')}<span>${code.reason}</span></p>`;
  return html`<h2>Your registration code</h2>
${trouble}
<p>You can read everything now. To post, <a href="/settings/code">enter your registration code</a> or show your cabin card at the registration desk.</p>`;
}

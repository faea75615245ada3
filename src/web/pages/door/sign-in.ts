import * as v from 'valibot';
import { invalidField } from '#contract/errors.ts';
import { lineOrEmpty } from '#contract/fields.ts';
import { queryText } from '#contract/query.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { registrationCode, username } from '../../frame/account-fields.ts';
import { actionField, fieldsOf } from '../../frame/forms.ts';
import { type Html, html, nothing } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { page } from '../../page.ts';
import { toLocalPath } from '../../respond.ts';
import type { Visit } from '../../visit.ts';
import { askedByRegistration, type Registered, register } from './register.ts';

const secret = v.pipe(v.string(), v.maxLength(200));

/** The way in: an account by the registration code, or signing in to the one there is. */
export const signIn = page({
  path: '/sign-in',
  query: { next: queryText(500) },
  asks: [],
  mayAsk: [accountsApi.create, ...askedByRegistration],
  actions: {
    register: {
      asks: [accountsApi.create, accountsApi.login],
      form: {
        name: v.optional(v.pipe(v.string(), v.trim(), lineOrEmpty('name', 2, 50)), ''),
        username: v.string(),
        password: v.string(),
        verification: v.string(),
      },
      async run(visit, form) {
        if (form.name === '' && form.username.trim() === '') throw invalidField('name', 'Please type your name.');
        const registered = await register(visit, form);
        const { session } = registered;
        return { session, view: { title: 'Welcome aboard', main: welcome(registered, visit) } };
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
    return { title: 'Come aboard', main: door(visit), brings: ['door.js'] };
  },
});

type DoorVisit = Visit<unknown, { readonly next: string | undefined }>;

function door(visit: DoorVisit): Html {
  return html`<main class="door">
<header>
  <h1>Come aboard</h1>
  <p>Schedule, chats and forums of this sailing. No internet needed, and nothing leaves the ship.</p>
</header>
<div class="halves">
<section aria-labelledby="first">
  <h2 id="first">First time here</h2>
  ${visit.isOpen(accountsApi.create) ? registration(visit) : html`<p>New accounts cannot be made at the moment. The desk helps.</p>`}
</section>
<section aria-labelledby="again">
  <h2 id="again">Been here before</h2>
  ${entrance(visit)}
</section>
</div>
<footer class="soft"><p>Just looking? <a href="/schedule">Read the schedule</a> without an account.</p></footer>
</main>`;
}

function registration(visit: DoorVisit): Html {
  const { field, trouble } = fieldsOf(visit, 'register');
  return html`<form method="post">
${actionField('register')}
${trouble()}
${field({ name: 'verification', ...registrationCode, hint: `${registrationCode.hint} Without it you can read, and post once you have entered it.` })}
${field({ name: 'name', label: 'Your name', kind: 'name', maxLength: 50, hint: 'As others see it, in any script. 2 to 50 characters.' })}
${field({ name: 'username', ...username, hint: `You sign in with it, and others mention you as @username. Leave it empty and it is made from your name. ${username.hint}` })}
${field({ name: 'password', label: 'Password', kind: 'newPassword', minLength: 6, maxLength: 50, isRequired: true, hint: '6 to 50 characters.' })}
<p class="field"><button type="submit" class="button">Make my account</button></p>
</form>`;
}

function entrance(visit: DoorVisit): Html {
  const { field, trouble } = fieldsOf(visit, 'enter');
  return html`<form method="post">
${actionField('enter')}
${trouble()}
${field({ name: 'name', label: 'Username', kind: 'username', isRequired: true })}
${field({ name: 'password', label: 'Password', kind: 'currentPassword', isRequired: true })}
<p class="field"><button type="submit" class="quiet">Sign in</button></p>
<p><a href="/recover">Forgot your password?</a> <a href="/find-name">Forgot your username?</a></p>
</form>`;
}

/** Shown once: the key is stored nowhere in a form that could be shown again. */
const welcome = ({ username, recoveryKey, code }: Registered, visit: DoorVisit): Html => html`<main class="door">
<header>
  <h1>Welcome aboard</h1>
  <p>You are signed in on this phone as <b>@${username}</b>. That is the username you sign in with.</p>
</header>
<div class="col lone">
<h2>Keep your recovery key somewhere safe</h2>
<p>If you forget your password, these words let you in again. They are shown only now.</p>
<p class="code"><b>${recoveryKey}</b></p>
${sayWhatIsLeft(code)}
<p class="actions"><a class="button" href="${toLocalPath(visit.query.next)}">I have written it down</a></p>
</div>
</main>`;

/** What is to be done where no code was taken. */
function sayWhatIsLeft(code: Registered['code']): Html {
  if (code === 'taken') return nothing;
  const trouble =
    code === 'none' ? nothing : html`<p class="say warn">${icon('key-round')}<span>${code.reason}</span></p>`;
  return html`<h2>Your registration code</h2>
${trouble}
<p>You can read everything now, and post once you <a href="/settings/code">enter your registration code</a> or show your cabin card at the registration desk.</p>`;
}

import * as v from 'valibot';
import { queryText } from '#contract/query.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { maxTypedCode } from '#core/accounts/records.ts';
import { actionField, fieldsOf } from '../../frame/forms.ts';
import { type Html, html } from '../../frame/html.ts';
import { page } from '../../page.ts';
import { toLocalPath } from '../../respond.ts';
import type { Visit } from '../../visit.ts';

const secret = v.pipe(v.string(), v.maxLength(200));

/** The way in: an account by the code from the cabin card, or signing in to the one there is. */
export const signIn = page({
  path: '/sign-in',
  query: { next: queryText(500) },
  asks: [],
  mayAsk: [accountsApi.create],
  actions: {
    register: {
      asks: [accountsApi.create, accountsApi.login],
      form: { username: v.string(), password: v.string(), verification: v.string() },
      async run(visit, { username, password, verification }) {
        const { recoveryKey } = await visit.ask(accountsApi.create, { body: { username, password, verification } });
        const session = await visit.askAs({ name: username, password }, accountsApi.login);
        return { session, view: { title: 'Welcome aboard', main: welcome(username, recoveryKey, visit) } };
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
    return { title: 'Come aboard', main: door(visit) };
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
${field({ name: 'verification', label: 'Code from your cabin card', autocomplete: 'one-time-code', maxLength: maxTypedCode })}
${field({ name: 'username', label: 'Name that others see', autocomplete: 'username', minLength: 2, maxLength: 50, isRequired: true })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', minLength: 6, maxLength: 50, isRequired: true, hint: 'At least 6 characters' })}
<p class="field"><button type="submit" class="button">Make my account</button></p>
</form>`;
}

function entrance(visit: DoorVisit): Html {
  const { field, trouble } = fieldsOf(visit, 'enter');
  return html`<form method="post">
${actionField('enter')}
${trouble()}
${field({ name: 'name', label: 'Name', autocomplete: 'username', isRequired: true })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', isRequired: true })}
<p class="field"><button type="submit" class="quiet">Sign in</button></p>
<p><a href="/recover">Forgot your password?</a> <a href="/find-name">Forgot your name?</a></p>
</form>`;
}

/** Shown once: the key is stored nowhere in a form that could be shown again. */
const welcome = (username: string, recoveryKey: string, visit: DoorVisit): Html => html`<main class="door">
<header>
  <h1>Welcome aboard, ${username}</h1>
  <p>You are signed in on this phone.</p>
</header>
<div class="col">
<h2>Keep this somewhere safe</h2>
<p>If you forget your password, these words let you in again. They are shown only now.</p>
<p class="code"><b>${recoveryKey}</b></p>
<p class="actions"><a class="button" href="${toLocalPath(visit.query.next)}">I have written it down</a></p>
</div>
</main>`;

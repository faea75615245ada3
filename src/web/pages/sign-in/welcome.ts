import * as v from 'valibot';
import { notFound } from '#contract/errors.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { page } from '../../page.ts';
import type { VisitWith } from '../../visit.ts';
import type { KnownAccount } from '../../web.ts';

/** Introduces the service. In development and testing, known accounts can be entered from here with one tap. */
export const welcome = page({
  path: '/welcome',
  asks: [],
  actions: {
    enter: {
      asks: [accountsApi.login],
      form: { value: v.string() },
      async run(visit, { value }) {
        const account = visit.knownAccounts.find(({ name }) => name === value);
        if (!account) throw notFound('account');
        return { session: await visit.askAs(account, accountsApi.login), to: '/' };
      },
    },
  },
  async show(visit) {
    const main = html`<main class="sign-in">
<header>
  <h1>Gangway</h1>
  <p>Schedule, chats, forums, photos and games for one sailing, from a server on board. No internet needed, and nothing leaves the ship.</p>
</header>
${when(visit.knownAccounts.length, () => showAccounts(visit.knownAccounts, visit))}
<div class="col">
<p class="actions"><a class="quiet" href="/sign-in">Sign in or create an account</a><a class="quiet" href="/?look">Look around without an account</a></p>
<ul class="points">
<li><a href="/join">Poster to print</a>, with the address and its QR code</li>
<li><a href="/help">Help</a> for passengers</li>
<li><a href="/api/v3/openapi.json">API description</a>, for app developers</li>
</ul>
</div>
</main>`;
    return { title: 'Welcome', main };
  },
});

const showAccounts = (
  accounts: readonly KnownAccount[],
  visit: VisitWith<'enter'>,
): Html => html`<section class="col" aria-labelledby="enter">
<h2 id="enter">Sign in as</h2>
<p>This is a development server: its accounts and passwords are public.</p>
<form method="post"><ul class="rows">${accounts.map(
  ({ name, level }) =>
    html`<li><span class="face" aria-hidden="true">${icon('user')}</span><div><h3>${name}</h3><p>${level}</p></div><button type="submit" class="quiet" name="${visit.action('enter')}" value="${name}">Sign in<span class="hide"> as ${name}</span></button></li>`,
)}</ul></form>
</section>`;

import { accountsApi } from '#core/accounts/api.ts';
import { actionField } from '../../frame/forms.ts';
import { html } from '../../frame/html.ts';
import { backHead } from '../../frame/shell.ts';
import { page } from '../../page.ts';

/** Signs out on this phone, or everywhere. */
export const signOut = page({
  path: '/sign-out',
  asks: [accountsApi.logout],
  place: 'more',
  actions: {
    here: { asks: [], form: {}, run: async () => ({ session: 'ended', to: '/sign-in' }) },
    everywhere: {
      asks: [accountsApi.logout],
      form: {},
      async run(visit) {
        await visit.ask(accountsApi.logout);
        return { session: 'ended', to: '/sign-in' };
      },
    },
  },
  show: async (visit) => ({
    title: 'Sign out',
    main: html`<main>
${backHead('More', '/more')}
<div class="col lone">
<h1>Sign out</h1>
<form method="post">${actionField(visit, 'here')}<p>Anyone who uses this phone will need your password. Anything you haven’t sent yet is deleted.</p>
<noscript><p>Close this tab afterwards: your browser runs no scripts, so its Back button may still show what you read.</p></noscript>
<p class="actions"><button type="submit" class="button">Sign out on this phone</button></p></form>
<form method="post">${actionField(visit, 'everywhere')}<p class="actions"><button type="submit" class="quiet">Sign out everywhere</button></p></form>
</div>
</main>`,
  }),
});

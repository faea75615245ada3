import { clientServicesApi } from '#features/client-services/api.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { type IconName, icon } from '../../frame/icons.ts';
import { placeHead } from '../../frame/shell.ts';
import { page } from '../../page.ts';

/** Everything that has no place of its own in the bar. */
export const more = page({
  path: '/more',
  place: 'more',
  asks: [clientServicesApi.settings],
  async show(visit) {
    const main = html`<main>
${placeHead('More', visit)}
<div class="col"><h2 class="hide">Places</h2><ul class="rows">
${link('/people', 'People', 'users')}
${link('/groups', 'Groups that look for people', 'user')}
${when(visit.viewer, ({ userID }) => html`${link(`/people/${userID}`, 'You', 'user')}${link('/sign-out', 'Sign out', 'log-out')}`)}
${when(!visit.viewer, () => link('/sign-in', 'Sign in or make an account', 'user'))}
</ul></div>
</main>`;
    return { title: 'More', main };
  },
});

const link = (path: string, label: string, picture: IconName): Html =>
  html`<li><span class="face" aria-hidden="true">${icon(picture)}</span><div><h3><a href="${path}">${label}</a></h3></div></li>`;

import { accountsApi } from '#core/accounts/api.ts';
import { html } from '../../frame/html.ts';
import { linkList } from '../../frame/link-list.ts';
import { backHead } from '../../frame/shell.ts';
import { staffTasks } from '../../frame/staff-tasks.ts';
import { page } from '../../page.ts';

/** Links to the viewer's staff pages. */
export const staff = page({
  path: '/staff',
  place: 'more',
  asks: [accountsApi.whoami],
  async show(visit) {
    const work = staffTasks.filter(({ ways }) => ways.some((way) => visit.leadsTo(way.page)));
    const main = html`<main class="wide">
${backHead('More', '/more')}
<div class="col broad lone"><h1>Staff</h1>
${work.length === 0 ? html`<p class="soft">Your account has no staff pages.</p>` : html`<div class="halves">${work.map(({ name, ways }) => html`<section><h2>${name}</h2>${linkList(visit, ways)}</section>`)}</div>`}
</div>
</main>`;
    return { title: 'Staff', main };
  },
});

import { queryBoolean } from '#contract/query.ts';
import { shipTimeApi } from '#core/ship-time/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { createFields } from '../../frame/forms.ts';
import { html, when } from '../../frame/html.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

/** When the ship's clock changes. */
export const timeZones = page({
  path: '/staff/time-zones',
  place: 'more',
  query: { done: queryBoolean },
  asks: [shipTimeApi.timeZoneChanges, adminApi.serverSettings],
  mayAsk: [shipTimeApi.reloadTimeZones],
  actions: {
    reload: call(
      shipTimeApi.reloadTimeZones,
      {},
      (_visit: Visit<unknown, unknown>) => ({}),
      () => '/staff/time-zones?done',
    ),
  },
  async show(visit) {
    const changes = await visit.ask(shipTimeApi.timeZoneChanges);
    const { clock } = visit;
    const content = html`${savedNotice(visit, 'Time zones reloaded.')}${createFields(visit, 'reload').trouble()}
<p>It’s ${clock.time(clock.now)} on board, in ${changes.currentTimeZoneID} (${changes.currentTimeZoneAbbrev}).</p>
<ol class="rows">${changes.records.map(({ activeDate, timeZoneID, timeZoneAbbrev }) => html`<li><div><h2>${timeZoneID}, ${timeZoneAbbrev}</h2><p>from ${clock.day(activeDate)}, ${clock.time(activeDate)}</p></div></li>`)}</ol>
${when(visit.isOpen(shipTimeApi.reloadTimeZones), () => html`<form method="post" class="actions"><button type="submit" class="quiet" name="${visit.action('reload')}">Reload time zones</button></form>`)}`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Time zones', content);
  },
});

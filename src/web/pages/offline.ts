import { html } from '../frame/html.ts';
import { sectionHeader } from '../frame/shell.ts';
import { page } from '../page.ts';

/** Shown on a phone that can't reach the server and hasn't cached the requested page. */
export const offline = page({
  path: '/offline',
  asks: [],
  async show(visit) {
    const main = html`<main>
${sectionHeader('Offline', visit)}
<div class="col"><p>Can’t reach the ship, and this page isn’t saved on this phone. Anything you write is sent when you’re back online. These pages are saved here:</p>
<ul class="rows" id="kept"><li><a href="/">Today</a></li><li><a href="/schedule">Schedule</a></li><li><a href="/chats">Chats</a></li></ul>
</div>
</main>`;
    return { title: 'Offline', main };
  },
});

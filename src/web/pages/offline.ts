import { html } from '../frame/html.ts';
import { placeHead } from '../frame/shell.ts';
import { page } from '../page.ts';

/** Shown on a phone that can't reach the server and hasn't cached the requested page. */
export const offline = page({
  path: '/offline',
  asks: [],
  async show(visit) {
    const main = html`<main>
${placeHead('Out of reach', visit)}
<div class="col"><p>The ship cannot be reached from here, and this page has not been opened on this phone. What you write waits, and is sent later. These pages are on the phone, as they were:</p>
<ul class="rows" id="kept"><li><a href="/">Today</a></li><li><a href="/schedule">Schedule</a></li><li><a href="/chats">Chats</a></li></ul>
</div>
</main>`;
    return { title: 'Out of reach', main };
  },
});

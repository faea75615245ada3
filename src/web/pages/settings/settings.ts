import { accountsApi } from '#core/accounts/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { html, when } from '../../frame/html.ts';
import { linkList } from '../../frame/link-list.ts';
import { pageBelow } from '../../frame/shell.ts';
import { page } from '../../page.ts';

/** Links to the settings of the viewer's account. */
export const settings = page({
  path: '/settings',
  place: 'more',
  asks: [accountsApi.whoami],
  mayAsk: [scheduleApi.followedCalendar, fezApi.dayPlanner],
  async show(visit) {
    const { username, userID, accessLevel } = await visit.ask(accountsApi.whoami);
    const name = encodeURIComponent(username);
    return pageBelow(
      { label: 'More', path: '/more' },
      'Your account',
      html`<p class="soft">@${username}</p>
${when(accessLevel === 'unverified', () => html`<p>You can read everything. To post, enter your registration code.</p><p class="actions"><a class="button" href="/settings/code">Enter your registration code</a></p>`)}
${linkList(visit, [
  { page: '/people/{person}', path: `/people/${userID}`, label: 'View your profile', picture: 'user' },
  { page: '/settings/profile', label: 'Edit profile and picture', picture: 'pencil' },
  { page: '/settings/words', label: 'Alert words and mute words', picture: 'bell' },
  { page: '/people/favorites', label: 'Favorites', picture: 'star' },
  { page: '/people/mutes', label: 'Muted people', picture: 'bell-off' },
  { page: '/people/blocks', label: 'Blocked people', picture: 'ban' },
  { page: '/people/notes', label: 'Your notes about people', picture: 'notebook-pen' },
  { page: '/settings/name', label: 'Change your username', picture: 'at-sign' },
  { page: '/settings/password', label: 'Change your password', picture: 'key-round' },
  { page: '/settings/accounts', label: 'Your other accounts', picture: 'users' },
  { page: '/sign-out', label: 'Sign out', picture: 'log-out' },
])}
${when(
  visit.isOpen(scheduleApi.followedCalendar),
  () => html`<h2>Calendar subscriptions</h2>
<p>Subscribe in your calendar app to keep these up to date. It will ask for your username and password.</p>
<p class="actions"><a class="quiet" href="/events/subscribe/${name}/following.ics">Events you follow</a>${when(visit.isOpen(fezApi.dayPlanner), () => html`<a class="quiet" href="/dayplanner/${name}/dayplanner.ics">Your whole plan</a>`)}</p>`,
)}`,
    );
  },
});

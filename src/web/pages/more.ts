import { notificationsApi } from '#core/notifications/api.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { html, when } from '../frame/html.ts';
import { linkList } from '../frame/link-list.ts';
import { sectionHeader } from '../frame/shell.ts';
import { listStaffLinks } from '../frame/staff-tasks.ts';
import { page } from '../page.ts';

/** Links to everything that has no section of its own. */
export const more = page({
  path: '/more',
  place: 'more',
  asks: [clientServicesApi.settings],
  mayAsk: [notificationsApi.summary],
  async show(visit) {
    const summary = visit.viewer && (await visit.ask(notificationsApi.summary));
    const main = html`<main class="wide">
${sectionHeader('More', visit)}
<div class="col broad spread">${linkList(visit, [
      { page: '/people', label: 'People', picture: 'users' },
      { page: '/groups', label: 'Groups to join', picture: 'user-plus' },
      { page: '/feed', label: 'Feed', picture: 'megaphone', unread: summary?.newMicroblogMentionCount },
      { page: '/photos', label: 'Photos', picture: 'images' },
      { page: '/photography', label: 'For photographers', picture: 'images' },
      { page: '/performers', label: 'Performers', picture: 'drama' },
      { page: '/games', label: 'Board games', picture: 'dices' },
      { page: '/songs', label: 'Karaoke', picture: 'mic-vocal' },
      { page: '/hunts', label: 'Hunts', picture: 'puzzle' },
      { page: '/items', label: 'Item board', picture: 'package' },
      { page: '/incidents', label: 'Report an incident in confidence', picture: 'shield' },
      { page: '/announcements', label: 'Announcements', picture: 'bell', unread: summary?.newAnnouncementCount },
      { page: '/themes', label: 'Daily themes', picture: 'sparkles' },
      ...listStaffLinks(visit, summary),
      ...(visit.viewer ? [{ ...eventChangesLink, unread: summary?.changedEventCount }, ...ownLinks] : []),
      { page: '/help', label: 'Help and rules', picture: 'life-buoy' },
    ])}
${when(!visit.viewer, () => html`<p class="actions"><a class="button" href="/sign-in">Sign in or create an account</a></p>`)}
</div>
</main>`;
    return { title: 'More', main, summary };
  },
});

const eventChangesLink = { page: '/schedule/changes', label: 'Changes in your plan', picture: 'calendar' } as const;

const ownLinks = [
  {
    page: '/settings',
    label: 'Your account',
    picture: 'user',
    line: 'Profile, password, filtered words, other accounts',
  },
  { page: '/sign-out', label: 'Sign out', picture: 'log-out' },
] as const;

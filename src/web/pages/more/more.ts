import type { Endpoint } from '#contract/endpoint.ts';
import { boardgamesApi } from '#features/boardgames/api.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { huntsApi } from '#features/hunts/api.ts';
import { karaokeApi } from '#features/karaoke/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { performersApi } from '#features/performers/api.ts';
import { photostreamApi } from '#features/photostream/api.ts';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { type IconName, icon } from '../../frame/icons.ts';
import { placeHead } from '../../frame/shell.ts';
import { page } from '../../page.ts';

/** Subjects with pages of their own, for whoever may call what their pages ask. */
const subjects = [
  { path: '/feed', label: 'Feed', picture: 'megaphone', asks: microblogApi.feed },
  { path: '/photos', label: 'Photos', picture: 'image', asks: photostreamApi.list },
  { path: '/performers', label: 'Performers', picture: 'star', asks: performersApi.officialPerformers },
  { path: '/games', label: 'Board games', picture: 'users', asks: boardgamesApi.list },
  { path: '/songs', label: 'Karaoke', picture: 'bell', asks: karaokeApi.list },
  { path: '/hunts', label: 'Hunts', picture: 'map-pin', asks: huntsApi.list },
  { path: '/items', label: 'Item board', picture: 'bookmark', asks: quartermasterApi.list },
] as const satisfies readonly { path: string; label: string; picture: IconName; asks: Endpoint }[];

/** Everything that has no place of its own in the bar. */
export const more = page({
  path: '/more',
  place: 'more',
  asks: [clientServicesApi.settings],
  mayAsk: subjects.map(({ asks }) => asks),
  async show(visit) {
    const main = html`<main>
${placeHead('More', visit)}
<div class="col"><h2 class="hide">Places</h2><ul class="rows">
${link('/people', 'People', 'users')}
${link('/groups', 'Groups that look for people', 'user')}
${subjects.filter(({ asks }) => visit.isOpen(asks)).map(({ path, label, picture }) => link(path, label, picture))}
${when(visit.viewer, ({ userID }) => html`${link(`/people/${userID}`, 'You', 'user')}${link('/sign-out', 'Sign out', 'log-out')}`)}
${when(!visit.viewer, () => link('/sign-in', 'Sign in or make an account', 'user'))}
</ul></div>
</main>`;
    return { title: 'More', main };
  },
});

const link = (path: string, label: string, picture: IconName): Html =>
  html`<li><span class="face" aria-hidden="true">${icon(picture)}</span><div><h3><a href="${path}">${label}</a></h3></div></li>`;

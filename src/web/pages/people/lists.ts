import { uuid } from '#contract/fields.ts';
import { notesApi } from '#core/users/api/notes.ts';
import { relationsApi } from '#core/users/api/relations.ts';
import type { UserHeader } from '#core/users/records.ts';
import { type Html, html, nothing } from '../../frame/html.ts';
import { getShownName, personLine } from '../../frame/people.ts';
import { pageBelow } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';
import { prose } from '../../frame/text.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const lists = [
  { path: '/people', label: 'Search' },
  { path: '/people/favorites', label: 'Favorites' },
  { path: '/people/mutes', label: 'Muted' },
  { path: '/people/blocks', label: 'Blocked' },
  { path: '/people/notes', label: 'Notes' },
] as const;
type ListPath = (typeof lists)[number]['path'];

/** Links to the lists of people. */
export const peopleTabs = (current: ListPath, visit: Pick<Visit, 'leadsTo'>): Html =>
  tabs(
    'Which people',
    lists
      .filter(({ path }) => visit.leadsTo(path))
      .map(({ path, label }) => ({ path, label, isCurrent: path === current })),
  );

const backLink = { label: 'More', path: '/more' };
const buttonToParams = (_visit: Visit<unknown, unknown>, { value }: { value: string }) => ({
  params: { userID: value },
});

/** The texts of a list of people. */
interface PeopleList {
  readonly path: ListPath;
  readonly list: typeof relationsApi.favorites | typeof relationsApi.mutes | typeof relationsApi.blocks;
  readonly remove: typeof relationsApi.unfavorite | typeof relationsApi.unmute | typeof relationsApi.unblock;
  readonly title: string;
  readonly removeLabel: string;
  readonly empty: string;
}

/** A list of people with a button to remove each. */
const peopleList = ({ path, list, remove, title, removeLabel, empty }: PeopleList) =>
  page({
    path,
    place: 'more',
    asks: [list],
    actions: { remove: call(remove, { value: uuid }, buttonToParams) },
    async show(visit) {
      const users: readonly UserHeader[] = await visit.ask(list);
      const button = (user: UserHeader) =>
        html`<button type="submit" class="quiet above" name="${visit.action('remove')}" value="${user.userID}">${removeLabel}<span class="hide"> ${getShownName(user)}</span></button>`;
      const shown =
        users.length > 0
          ? html`<h2 class="hide">List</h2><form method="post"><ul class="rows">${users.map((user) => personLine(user, button(user)))}</ul></form>`
          : html`<p class="soft">${empty}</p>`;
      return pageBelow(backLink, title, html`${peopleTabs(path, visit)}${shown}`);
    },
  });

/** The viewer's favorite people. */
export const favoritePeople = peopleList({
  path: '/people/favorites',
  list: relationsApi.favorites,
  remove: relationsApi.unfavorite,
  title: 'Favorites',
  removeLabel: 'Remove',
  empty: 'No favorites yet. Tap the star on someone’s profile to add them.',
});

/** People the viewer has muted. */
export const mutedPeople = peopleList({
  path: '/people/mutes',
  list: relationsApi.mutes,
  remove: relationsApi.unmute,
  title: 'Muted',
  removeLabel: 'Unmute',
  empty: 'No one. You won’t see posts by people you mute, and they aren’t notified.',
});

/** People the viewer has blocked; neither side sees the other. */
export const blockedPeople = peopleList({
  path: '/people/blocks',
  list: relationsApi.blocks,
  remove: relationsApi.unblock,
  title: 'Blocked',
  removeLabel: 'Unblock',
  empty: 'No one. You and people you block can’t see each other.',
});

/** The viewer's private notes about people. */
export const notes = page({
  path: '/people/notes',
  place: 'more',
  asks: [notesApi.notes],
  mayAsk: [notesApi.deleteNote],
  actions: { remove: call(notesApi.deleteNote, { value: uuid }, buttonToParams) },
  async show(visit) {
    const all = await visit.ask(notesApi.notes);
    const remove = (user: UserHeader) =>
      html`<button type="submit" class="quiet above" name="${visit.action('remove')}" value="${user.userID}">Delete<span class="hide"> the note about ${getShownName(user)}</span></button>`;
    const shown =
      all.length > 0
        ? html`<h2 class="hide">List</h2><form method="post"><ul class="rows">${all.map(({ targetUser, note }) => personLine(targetUser, visit.isOpen(notesApi.deleteNote) ? remove(targetUser) : nothing, prose(note)))}</ul></form>`
        : html`<p class="soft">No notes yet. You can add a private note on anyone’s profile.</p>`;
    return pageBelow(backLink, 'Notes', html`${peopleTabs('/people/notes', visit)}${shown}`);
  },
});

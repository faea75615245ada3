import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { querySearch } from '#contract/query.ts';
import { profilesApi } from '#core/profiles/api.ts';
import type { ProfilePublicData } from '#core/profiles/records.ts';
import { findingApi } from '#core/users/api/finding.ts';
import { notesApi } from '#core/users/api/notes.ts';
import { relationsApi } from '#core/users/api/relations.ts';
import { usernameInPath } from '#core/users/records.ts';
import { actionField, fieldsOf } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { face, nameOf } from '../../frame/people.ts';
import { backHead } from '../../frame/shell.ts';
import { prose } from '../../frame/text.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

/** People by a part of any of their names. */
export const people = page({
  path: '/people',
  place: 'more',
  query: { search: querySearch },
  asks: [findingApi.matchAllNames],
  async show(visit) {
    const { search = '' } = visit.query;
    const found =
      search.trim().length < 2
        ? []
        : await visit.ask(findingApi.matchAllNames, { params: { searchString: search.trim() } });
    const main = html`<main>
${backHead('More', '/more')}
<div class="col"><h1>People</h1>
<form action="/people" role="search"><p class="field"><label for="name">Part of a name</label><input id="name" name="search" type="search" minlength="2" maxlength="50" value="${search}"></p><p class="actions"><button type="submit" class="quiet">${icon('search')}Search</button></p></form>
${found.length > 0 ? html`<h2 class="hide">Found</h2><ul class="rows">${found.map((user) => html`<li>${face(user)}<div><h3><a href="/people/${user.userID}">${nameOf(user)}</a></h3><p class="line">@${user.username}</p></div></li>`)}</ul>` : when(search, () => html`<p class="soft">Nobody has a name like that.</p>`)}
</div>
</main>`;
    return { title: 'People', main };
  },
});

/** Leads to somebody whose username stands in a text. */
export const personByName = page({
  path: '/people/named/{username}',
  params: { username: usernameInPath },
  asks: [findingApi.find],
  async show(visit) {
    const { userID } = await visit.ask(findingApi.find, { params: { searchString: visit.params.username } });
    return { to: `/people/${userID}` };
  },
});

type PersonVisit = Visit<{ readonly person: string }, unknown>;
const toPerson = ({ params }: PersonVisit) => ({ params: { userID: params.person } });

/** Somebody's profile, and what the viewer thinks of them. */
export const person = page({
  path: '/people/{person}',
  place: 'more',
  params: { person: uuid },
  asks: [profilesApi.readProfile],
  mayAsk: [relationsApi.mutes],
  actions: {
    favorite: call(relationsApi.favorite, {}, toPerson),
    unfavorite: call(relationsApi.unfavorite, {}, toPerson),
    mute: call(relationsApi.mute, {}, toPerson),
    unmute: call(relationsApi.unmute, {}, toPerson),
    block: call(relationsApi.block, {}, toPerson, () => '/people'),
    note: call(notesApi.writeNote, { note: v.string() }, (visit: PersonVisit, { note }) => ({
      ...toPerson(visit),
      body: { note },
    })),
  },
  async show(visit) {
    const profile = await visit.ask(profilesApi.readProfile, toPerson(visit));
    const isOwn = visit.viewer?.userID === profile.header.userID;
    const mutes = visit.viewer && (await visit.askIfOpen(relationsApi.mutes));
    const isMuted = mutes?.some(({ userID }) => userID === profile.header.userID) ?? false;
    const main = html`<main>
${backHead('People', '/people')}
<div class="col lone">
<header>${face(profile.header, 'l')}<div><h1>${nameOf(profile.header)}</h1><p class="soft">@${profile.header.username}${when(profile.header.preferredPronoun, (pronoun) => html`, ${pronoun}`)}</p></div></header>
${when(profile.message, (message) => html`<p>${message}</p>`)}
${when(profile.about, (about) => html`<div class="prose">${prose(about)}</div>`)}
<dl class="facts">${factsOf(profile)}</dl>
${visit.viewer && !isOwn ? tools(profile, isMuted, visit) : nothing}
</div>
</main>`;
    return { title: nameOf(profile.header), main };
  },
});

function factsOf({ realName, homeLocation, roomNumber, email }: ProfilePublicData): Html[] {
  const facts = { Name: realName, 'Comes from': homeLocation, Cabin: roomNumber, Email: email };
  return Object.entries(facts).map(([name, value]) => when(value, (text) => html`<dt>${name}</dt><dd>${text}</dd>`));
}

function tools({ note, isFavorite }: ProfilePublicData, isMuted: boolean, visit: PersonVisit): Html {
  const { field, trouble } = fieldsOf(visit, 'note');
  return html`<form method="post" class="actions">
<button type="submit" class="quiet" name="${isFavorite ? 'unfavorite' : 'favorite'}" aria-pressed="${String(isFavorite)}">${icon('star')}${isFavorite ? 'Favourite' : 'Make a favourite'}</button>
<button type="submit" class="quiet" name="${isMuted ? 'unmute' : 'mute'}">${isMuted ? 'Unmute' : 'Mute'}</button>
<button type="submit" class="quiet stop" name="block">Block</button>
</form>
<form method="post" class="note">${actionField('note')}${trouble()}
${field({ name: 'note', label: 'Your note, which only you see', value: note, isMultiline: true, maxLength: 999 })}
<p class="actions"><button type="submit" class="quiet">Save the note</button></p></form>`;
}

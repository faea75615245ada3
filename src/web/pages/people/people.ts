import { uuid } from '#contract/fields.ts';
import { querySearch } from '#contract/query.ts';
import type { EveryField } from '#contract/record.ts';
import { profilesApi } from '#core/profiles/api.ts';
import type { ProfilePublicData } from '#core/profiles/records.ts';
import { findingApi } from '#core/users/api/finding.ts';
import { notesApi } from '#core/users/api/notes.ts';
import { relationsApi } from '#core/users/api/relations.ts';
import { usernameInPath } from '#core/users/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { face, getShownName, personLine } from '../../frame/people.ts';
import { reportLink } from '../../frame/report-link.ts';
import { searchForm } from '../../frame/search-form.ts';
import { backHead } from '../../frame/shell.ts';
import { prose } from '../../frame/text.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { peopleTabs } from './lists.ts';

/** Searches for people by a part of any name. */
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
        : await visit.ask(findingApi.matchAllNames, {
            params: { searchString: search.trim() },
            query: { sort: 'favorites' },
          });
    const main = html`<main>
${backHead('More', '/more')}
<div class="col"><h1>People</h1>
${peopleTabs('/people', visit)}
${searchForm({ path: '/people', label: 'Part of a name', value: search })}
${found.length > 0 ? html`<h2 class="hide">Found</h2><ul class="rows">${found.map((user) => personLine(user))}</ul>` : when(search, () => html`<p class="soft">${search.trim().length < 2 ? 'Enter at least two letters.' : 'No one found.'}</p>`)}
</div>
</main>`;
    return { title: 'People', main };
  },
});

/** Redirects to the person whose username a text mentions. */
export const personByName = page({
  path: '/people/named/{username}',
  params: { username: usernameInPath },
  asks: [findingApi.find],
  async show(visit) {
    const { userID } = await visit.ask(findingApi.find, { params: { searchString: visit.params.username } });
    return { to: `/people/${userID}` };
  },
});

/** A person's contact card, for the phone's address book. */
export const personAsContact = page({
  path: '/people/{person}/contact',
  params: { person: uuid },
  isFile: true,
  asks: [profilesApi.readVCard],
  show: async ({ ask, params }) => ({
    content: await ask(profilesApi.readVCard, { params: { userID: params.person } }),
  }),
});

type PersonVisit = Visit<
  { readonly person: string },
  unknown,
  'favorite' | 'unfavorite' | 'mute' | 'unmute' | 'block' | 'note'
>;
const noteForm = declareForm(notesApi.writeNote.body.entries, {
  note: { label: 'Private note', isMultiline: true, isRequired: false },
});
const toPerson = ({ params }: PersonVisit) => ({ params: { userID: params.person } });

/** A person's profile, and the viewer's relation to them. */
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
    block: call(relationsApi.block, {}, toPerson, () => '/people/blocks'),
    note: call(notesApi.writeNote, noteForm, (visit: PersonVisit, body) => ({ ...toPerson(visit), body })),
  },
  async show(visit) {
    const profile = await visit.ask(profilesApi.readProfile, toPerson(visit));
    const isOwn = visit.viewer?.userID === profile.header.userID;
    const mutes = visit.viewer && (await visit.askIfAllowed(relationsApi.mutes));
    const isMuted = mutes?.some(({ userID }) => userID === profile.header.userID) ?? false;
    const main = html`<main>
${backHead('People', '/people')}
<div class="col lone">
<header>${face(profile.header, 'l', profile.imageDescription)}<div><h1>${getShownName(profile.header)}</h1><p class="soft">@${profile.header.username}${when(profile.header.preferredPronoun, (pronoun) => html`, ${pronoun}`)}</p></div></header>
${when(profile.message, (message) => html`<p>${message}</p>`)}
${when(profile.about, (about) => html`<div class="prose">${prose(about)}</div>`)}
<dl class="facts">${listFacts(profile)}</dl>
${isOwn ? html`<p class="actions"><a class="quiet" href="/settings/profile">${icon('pencil')}Edit profile</a></p>` : nothing}
${visit.viewer && !isOwn ? favoriteButton(profile, visit) : nothing}
<p class="ways note">${linkTo(visit, '/feed', `/feed?of=${profile.header.userID}`, 'Posts')}
${linkTo(visit, '/forums/search', `/forums/search?of=${profile.header.userID}`, 'Threads')}
<a href="/people/${profile.header.userID}/contact">Into my contacts</a></p>
${visit.viewer && !isOwn ? html`${showNote(profile, visit)}${muteAndBlockButtons(isMuted, visit)}` : nothing}
</div>
</main>`;
    return { title: getShownName(profile.header), main };
  },
});

function listFacts(profile: ProfilePublicData): Html[] {
  const facts = {
    realName: ['Name', profile.realName],
    homeLocation: ['From', profile.homeLocation],
    roomNumber: ['Cabin', profile.roomNumber],
    email: ['Email', profile.email],
    discordUsername: ['Discord', profile.discordUsername],
    dinnerTeam: ['Dinner team', profile.dinnerTeam],
  } as const satisfies EveryField<
    ProfilePublicData,
    'header' | 'imageDescription' | 'message' | 'about' | 'note' | 'isFavorite'
  >;
  return Object.values(facts).map(([name, value]) => when(value, (text) => html`<dt>${name}</dt><dd>${text}</dd>`));
}

const linkTo = (visit: PersonVisit, page: string, path: string, label: string, kind?: 'button'): Html =>
  when(
    visit.viewer && visit.leadsTo(page),
    () => html`<a${kind ? html` class="${kind}"` : nothing} href="${path}">${label}</a>`,
  );

const favoriteButton = (
  { isFavorite, header }: ProfilePublicData,
  visit: PersonVisit,
): Html => html`<form method="post" class="actions">
${linkTo(visit, '/chats/new', `/chats/new?to=${encodeURIComponent(header.username)}`, 'Message', 'button')}
<button type="submit" class="quiet" name="${visit.action(isFavorite ? 'unfavorite' : 'favorite')}" aria-pressed="${String(isFavorite)}">${icon('star')}${isFavorite ? 'Favorite' : 'Add to favorites'}</button>
</form>`;

const muteAndBlockButtons = (
  isMuted: boolean,
  visit: PersonVisit,
): Html => html`<form method="post" class="actions last">
<button type="submit" class="quiet" name="${visit.action(isMuted ? 'unmute' : 'mute')}">${icon('bell-off')}${isMuted ? 'Unmute' : 'Mute'}</button>
<button type="submit" class="quiet stop" name="${visit.action('block')}">${icon('ban')}Block</button>
${reportLink(visit, 'person', visit.params.person)}
</form>`;

function showNote({ note }: ProfilePublicData, visit: PersonVisit): Html {
  const { input, trouble } = renderInputs(visit, 'note', noteForm);
  return html`<form method="post" class="note">${actionField(visit, 'note')}${trouble()}
${input('note', note)}
<p class="actions"><button type="submit" class="quiet">Save the note</button></p></form>`;
}

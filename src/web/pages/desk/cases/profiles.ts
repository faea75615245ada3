import { uuid } from '#contract/fields.ts';
import type { EveryField } from '#contract/record.ts';
import { profileModeration, profilesApi } from '#core/profiles/api.ts';
import type { StoredProfileData } from '#core/profiles/records.ts';
import { actionField, createFields } from '../../../frame/forms.ts';
import { type Html, html, when } from '../../../frame/html.ts';
import { face, getShownName } from '../../../frame/people.ts';
import { readableDescriptions } from '../../../frame/picture-fields.ts';
import { pageBelow } from '../../../frame/shell.ts';
import { call, page } from '../../../page.ts';
import type { Visit } from '../../../visit.ts';
import { profileFields, profileForm } from '../../settings/profile.ts';
import { casePage } from '../case-page.ts';

/** A user's profile texts. */
export const profileCase = casePage({
  path: '/desk/profiles/{person}',
  params: { person: uuid },
  asks: [profileModeration.readEndpoint],
  async find(visit) {
    const userID = visit.params.person;
    const found = await visit.ask(profileModeration.readEndpoint, { params: { userID } });
    const { profile } = found;
    return {
      type: 'userProfile',
      author: profile.header,
      content: html`${when(profile.header.userImage, () => face(profile.header, 'l', found.imageDescription))}${readableDescriptions(found.imageDescription)}${describe(profile)}`,
      state: found.moderationStatus,
      isDeleted: false,
      edits: found.edits.map(({ author, createdAt, profileData, profileImageDescription }) => ({
        author,
        createdAt,
        before: profileData
          ? describe(profileData)
          : html`<p class="soft">Different picture</p>${readableDescriptions(profileImageDescription)}`,
      })),
      reports: found.reports,
      ways: [
        { path: `/people/${userID}`, label: 'View profile' },
        { path: `/desk/profiles/${userID}/edit`, label: 'Edit profile' },
      ],
    };
  },
  state: {
    asks: profileModeration.stateEndpoint,
    set: ({ ask, params }, state, body) =>
      ask(profileModeration.stateEndpoint, { params: { userID: params.person, state }, body }),
  },
  removal: {
    asks: profilesApi.removeAvatarOf,
    label: 'Remove picture',
    run: ({ ask, params }, body) => ask(profilesApi.removeAvatarOf, { params: { userID: params.person }, body }),
  },
});

function describe(profile: StoredProfileData): Html {
  const facts = {
    displayName: ['Name', profile.displayName],
    realName: ['Real name', profile.realName],
    preferredPronoun: ['Pronouns', profile.preferredPronoun],
    homeLocation: ['From', profile.homeLocation],
    roomNumber: ['Cabin', profile.roomNumber],
    email: ['Email', profile.email],
    discordUsername: ['Chat', profile.discordUsername],
    dinnerTeam: ['Dinner team', profile.dinnerTeam],
    message: ['Tagline', profile.message],
    about: ['About', profile.about],
  } as const satisfies EveryField<StoredProfileData, 'header'>;
  const shown = Object.values(facts).filter(([, value]) => value);
  if (shown.length === 0)
    return html`<p class="soft">The profile only has the username @${profile.header.username}</p>`;
  return html`<dl class="facts">${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

type ProfileVisit = Visit<{ readonly person: string }, unknown>;

/** Edits a user's profile texts; previous versions stay visible to moderators. */
export const editProfileAtDesk = page({
  path: '/desk/profiles/{person}/edit',
  place: 'more',
  params: { person: uuid },
  asks: [profileModeration.readEndpoint, profilesApi.editProfile],
  actions: {
    save: call(
      profilesApi.editProfile,
      profileForm,
      ({ params }: ProfileVisit, body) => ({ params: { userID: params.person }, body }),
      ({ params }) => `/desk/profiles/${params.person}`,
    ),
  },
  async show(visit) {
    const userID = visit.params.person;
    const { profile } = await visit.ask(profileModeration.readEndpoint, { params: { userID } });
    const { trouble } = createFields(visit, 'save');
    const content = html`<p class="soft">Your edit is logged along with the previous text.</p>
<form method="post">${actionField(visit, 'save')}${trouble()}
${profileFields(profile, visit)}
<p class="actions"><button type="submit" class="button">Save</button></p></form>`;
    const way = { label: 'Profile', path: `/desk/profiles/${userID}` };
    return pageBelow(way, `Edit ${getShownName(profile.header)}’s profile`, content);
  },
});

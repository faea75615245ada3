import { uuid } from '#contract/fields.ts';
import { profileModeration, profilesApi } from '#core/profiles/api.ts';
import type { StoredProfileData } from '#core/profiles/records.ts';
import { type Html, html, when } from '../../../frame/html.ts';
import { face } from '../../../frame/people.ts';
import { casePage } from '../case-page.ts';

/** What somebody says of themselves. */
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
      content: html`${when(profile.header.userImage, () => face(profile.header, 'l'))}${describe(profile)}`,
      state: found.moderationStatus,
      isDeleted: false,
      edits: found.edits.map(({ author, createdAt, profileData }) => ({
        author,
        createdAt,
        before: profileData ? describe(profileData) : html`<p class="soft">Another picture</p>`,
      })),
      reports: found.reports,
      ways: [{ path: `/people/${userID}`, label: 'As others see it' }],
    };
  },
  state: {
    asks: profileModeration.stateEndpoint,
    set: ({ ask, params }, state) => ask(profileModeration.stateEndpoint, { params: { userID: params.person, state } }),
  },
  removal: {
    asks: profilesApi.removeAvatarOf,
    label: 'Remove the picture',
    run: ({ ask, params }) => ask(profilesApi.removeAvatarOf, { params: { userID: params.person } }),
  },
});

function describe(profile: StoredProfileData): Html {
  const facts = {
    Name: profile.displayName,
    'Real name': profile.realName,
    Pronouns: profile.preferredPronoun,
    From: profile.homeLocation,
    Cabin: profile.roomNumber,
    Email: profile.email,
    Chat: profile.discordUsername,
    'In short': profile.message,
    About: profile.about,
  };
  const shown = Object.entries(facts).filter(([, value]) => value);
  if (shown.length === 0) return html`<p class="soft">Nothing but the name @${profile.header.username}</p>`;
  return html`<dl class="facts">${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

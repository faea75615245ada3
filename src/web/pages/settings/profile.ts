import * as v from 'valibot';
import { malformed } from '#contract/errors.ts';
import { queryBoolean } from '#contract/query.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { dinnerTeams, type ProfilePublicData, type StoredProfileData } from '#core/profiles/records.ts';
import { actionField, fieldsOf, pictureTypes } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { face } from '../../frame/people.ts';
import { doneNote, pageBelow } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

/** The texts of a profile. */
export const profileTexts = {
  displayName: v.string(),
  realName: v.string(),
  preferredPronoun: v.string(),
  homeLocation: v.string(),
  roomNumber: v.string(),
  email: v.string(),
  discordUsername: v.string(),
  message: v.string(),
  about: v.string(),
  dinnerTeam: v.picklist([...dinnerTeams, '']),
};

const done = () => '/settings/profile?done';

/** The viewer's own profile, to be changed. */
export const editProfile = page({
  path: '/settings/profile',
  place: 'more',
  query: { done: queryBoolean },
  asks: [profilesApi.readOwnProfile],
  actions: {
    save: call(profilesApi.editOwnProfile, profileTexts, (_visit: Visit<unknown, unknown>, body) => ({ body }), done),
    picture: {
      asks: [profilesApi.setAvatar],
      form: { image: v.optional(v.array(v.string())) },
      async run(visit, { image }) {
        if (image?.[0] === undefined) throw malformed('Choose a picture first.');
        await visit.ask(profilesApi.setAvatar, { body: { image: image[0] } });
        return { to: done() };
      },
    },
    removePicture: call(profilesApi.removeAvatar, {}, () => ({}), done),
  },
  async show(visit) {
    const profile = await visit.ask(profilesApi.readOwnProfile);
    const content = html`${doneNote(visit)}${pictureForms(profile, visit)}${textForm(profile, visit)}`;
    return pageBelow({ label: 'You', path: '/settings' }, 'Your profile', content);
  },
});

function pictureForms({ header }: ProfilePublicData, visit: Visit<unknown, unknown>): Html {
  const { field, trouble } = fieldsOf(visit, 'picture');
  return html`<section aria-labelledby="picture"><h2 id="picture">Picture</h2>
${face(header, 'l')}
<form method="post" enctype="multipart/form-data">${actionField('picture')}${trouble()}
${field({ name: 'image', label: 'A picture of you', type: 'file', accept: pictureTypes, isRequired: true, hint: 'Where it was taken is removed from it.' })}
<p class="actions"><button type="submit" class="quiet">Use this picture</button></p></form>
${header.userImage ? html`<form method="post" class="actions"><button type="submit" class="quiet" name="removePicture">Remove the picture</button></form>` : nothing}
</section>`;
}

function textForm(profile: ProfilePublicData, visit: Visit<unknown, unknown>): Html {
  const { trouble } = fieldsOf(visit, 'save');
  return html`<section aria-labelledby="texts"><h2 id="texts">What others read</h2>
<p class="soft">Everybody on board may read this. Leave empty what you do not want to share.</p>
<form method="post">${actionField('save')}${trouble()}
${profileFields(profile, visit)}
<p class="actions"><button type="submit" class="button">Save</button>${when(visit.viewer, ({ userID }) => html`<a class="quiet" href="/people/${userID}">See it as others do</a>`)}</p></form></section>`;
}

/** The fields for `profileTexts`, of an action called `save`. */
export function profileFields(profile: StoredProfileData | ProfilePublicData, visit: Visit<unknown, unknown>): Html {
  const { field, choice } = fieldsOf(visit, 'save');
  const { header, realName, homeLocation, roomNumber, email, message, about, dinnerTeam, discordUsername } = profile;
  return html`${field({ name: 'displayName', kind: 'nickname', label: 'Name that is shown', value: header.displayName, maxLength: 50, hint: `Beside @${header.username}, by which you are found` })}
${field({ name: 'preferredPronoun', label: 'Pronouns', value: header.preferredPronoun, maxLength: 50 })}
${field({ name: 'realName', kind: 'name', label: 'Real name', value: realName, maxLength: 50 })}
${field({ name: 'homeLocation', label: 'Where you come from', value: homeLocation, maxLength: 50 })}
${field({ name: 'roomNumber', kind: 'word', label: 'Cabin', value: roomNumber, maxLength: 20 })}
${field({ name: 'email', label: 'Email', kind: 'email', value: email, maxLength: 50 })}
${field({ name: 'discordUsername', kind: 'word', label: 'Discord', value: discordUsername, maxLength: 50 })}
${choice({ name: 'dinnerTeam', label: 'Dinner team', value: dinnerTeam ?? '', options: [['', 'none'], ...dinnerTeams.map((team) => [team, team] as const)] })}
${field({ name: 'message', label: 'In one sentence', value: message, maxLength: 80 })}
${field({ name: 'about', label: 'About you', value: about, isMultiline: true, maxLength: 400 })}`;
}

import * as v from 'valibot';
import { malformed } from '#contract/errors.ts';
import { queryBoolean } from '#contract/query.ts';
import type { EveryField } from '#contract/record.ts';
import { profilesApi } from '#core/profiles/api.ts';
import type { ProfilePublicData, StoredProfileData, UserProfileUploadData } from '#core/profiles/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, createFields } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { face } from '../../frame/people.ts';
import { describesOne, pictureFields, readPictures } from '../../frame/picture-fields.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit, VisitWith } from '../../visit.ts';

/** The texts of a profile. */
export const profileForm = declareForm(profilesApi.editOwnProfile.body.entries, {
  displayName: { kind: 'nickname', label: 'Display name' },
  preferredPronoun: { label: 'Pronouns' },
  realName: { kind: 'name', label: 'Real name' },
  homeLocation: { label: 'Home town' },
  roomNumber: { kind: 'word', label: 'Cabin' },
  email: { label: 'Email', kind: 'email' },
  discordUsername: { kind: 'word', label: 'Discord' },
  dinnerTeam: { label: 'Dinner team', words: { '': 'none', red: 'red', gold: 'gold', sro: 'sro' } },
  message: { label: 'Tagline' },
  about: { label: 'About you', isMultiline: true },
}) satisfies EveryField<UserProfileUploadData>;

type ProfileVisit = Visit<unknown, unknown, 'save' | 'picture' | 'removePicture'>;

const done = () => '/settings/profile?done';

/** Edits the viewer's own profile. */
export const editProfile = page({
  path: '/settings/profile',
  place: 'more',
  query: { done: queryBoolean },
  asks: [profilesApi.readOwnProfile],
  actions: {
    save: call(profilesApi.editOwnProfile, profileForm, (_visit: Visit<unknown, unknown>, body) => ({ body }), done),
    picture: {
      asks: [profilesApi.setAvatar],
      form: { image: v.optional(v.array(v.string()), []), ...describesOne },
      async run(visit, { image, ...described }) {
        const [picture] = readPictures(image, described);
        if (!picture) throw malformed('Choose a picture first.');
        await visit.ask(profilesApi.setAvatar, { body: picture });
        return { to: done() };
      },
    },
    removePicture: call(profilesApi.removeAvatar, {}, () => ({}), done),
  },
  async show(visit) {
    const profile = await visit.ask(profilesApi.readOwnProfile);
    const content = html`${savedNotice(visit)}${pictureForms(profile, visit)}${textForm(profile, visit)}`;
    return pageBelow({ label: 'Your account', path: '/settings' }, 'Your profile', content);
  },
});

function pictureForms({ header, imageDescription }: ProfilePublicData, visit: ProfileVisit): Html {
  const { field, trouble } = createFields(visit, 'picture');
  return html`<section aria-labelledby="picture"><h2 id="picture">Picture</h2>
${face(header, 'l', imageDescription)}
<form method="post" enctype="multipart/form-data">${actionField(visit, 'picture')}${trouble()}
${pictureFields(field, visit, { name: 'image', label: 'Profile picture', isRequired: true, hint: 'The location is removed from the file.' })}
<p class="actions"><button type="submit" class="quiet">Save picture</button></p></form>
${header.userImage ? html`<form method="post" class="actions"><button type="submit" class="quiet" name="${visit.action('removePicture')}">Remove picture</button></form>` : nothing}
</section>`;
}

function textForm(profile: ProfilePublicData, visit: ProfileVisit): Html {
  const { trouble } = createFields(visit, 'save');
  return html`<section aria-labelledby="texts"><h2 id="texts">About you</h2>
<p class="soft">Everyone on board can see this. Leave fields empty if you don’t want to share them.</p>
<form method="post">${actionField(visit, 'save')}${trouble()}
${profileFields(profile, visit)}
<p class="actions"><button type="submit" class="button">Save</button>${when(visit.viewer, ({ userID }) => html`<a class="quiet" href="/people/${userID}">View profile</a>`)}</p></form></section>`;
}

/** The fields for `profileForm` of an action called `save`. */
export function profileFields(
  profile: StoredProfileData | ProfilePublicData,
  visit: Pick<Visit, 'failure' | 'clock'> & VisitWith<'save'>,
): Html {
  const { header, ...texts } = profile;
  const { displayName, preferredPronoun, username } = header;
  const values = { ...texts, displayName, preferredPronoun, dinnerTeam: texts.dinnerTeam ?? ('' as const) };
  const hint = `Shown next to @${username}`;
  return renderInputs(visit, 'save', profileForm).inputs(values, { displayName: { hint } });
}

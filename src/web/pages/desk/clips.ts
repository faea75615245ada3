import { integerInPath, uuid } from '#contract/fields.ts';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import type { MicroKaraokeCompletedSong, MicroKaraokeSnippetModeration } from '#features/micro-karaoke/records.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { face, getShownName } from '../../frame/people.ts';
import { pageBelow } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit, VisitWith } from '../../visit.ts';

/** Songs of which passengers record clips: those waiting for a moderator come first. */
export const clipSongs = page({
  path: '/desk/clips',
  place: 'more',
  asks: [microKaraokeApi.listForModerators],
  async show(visit) {
    const songs = await visit.ask(microKaraokeApi.listForModerators);
    const sorted = songs.toSorted((left, right) => rank(left) - rank(right));
    const content =
      sorted.length > 0
        ? html`<ul class="rows">${sorted.map((song) => html`<li><div><h2><a href="/desk/clips/${song.songID}">${song.songName}</a></h2><p class="line">${song.artistName}</p></div><p class="end">${describe(song)}</p></li>`)}</ul>`
        : html`<p class="soft">No songs yet.</p>`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Clip karaoke', content);
  },
});

const rank = ({ completionTime, modApproved }: MicroKaraokeCompletedSong): number => {
  if (modApproved) return 2;
  return completionTime ? 0 : 1;
};

function describe({ completionTime, modApproved }: MicroKaraokeCompletedSong): Html {
  if (modApproved) return html`shown`;
  return completionTime ? html`<b class="now">ready for review</b>` : html`still recording`;
}

type SongVisit = Visit<{ readonly clipSong: number }, unknown>;

/** The clips of a song, for review before they're public. */
export const clipSong = page({
  path: '/desk/clips/{clipSong}',
  place: 'more',
  params: { clipSong: integerInPath },
  asks: [microKaraokeApi.songForModerators, microKaraokeApi.snippets],
  actions: {
    approve: call(
      microKaraokeApi.approve,
      {},
      ({ params }: SongVisit) => ({ params: { songID: params.clipSong } }),
      () => '/desk/clips',
    ),
    remove: call(microKaraokeApi.deleteSnippet, { value: uuid }, (_visit: SongVisit, { value }) => ({
      params: { snippetID: value },
    })),
  },
  async show(visit) {
    const params = { songID: visit.params.clipSong };
    const song = await visit.ask(microKaraokeApi.songForModerators, { params });
    const snippets = await visit.ask(microKaraokeApi.snippets, { params });
    const mayApprove = song.completionTime !== undefined && !song.modApproved;
    const content = html`<p class="soft">${song.artistName}. ${snippets.length} of ${song.totalSnippetSlots} parts.</p>
<form method="post"><ol class="rows">${snippets.map((snippet) => showSnippet(snippet, visit))}</ol>
${when(mayApprove, () => html`<p class="actions"><button type="submit" class="button" name="${visit.action('approve')}">Approve song</button></p>`)}</form>`;
    return pageBelow({ label: 'Clip karaoke', path: '/desk/clips' }, song.songName, content);
  },
});

const showSnippet = (
  { snippetID, snippetIndex, user, videoURL }: MicroKaraokeSnippetModeration,
  visit: VisitWith<'remove'>,
): Html =>
  html`<li class="tall">${face(user)}<div><h2>Part ${snippetIndex + 1}: <a href="/desk/people/${user.userID}">${getShownName(user)}</a></h2>${videoURL === undefined ? html`<p>recording now</p>` : html`<video controls preload="none" src="${new URL(videoURL, 'http://ship').pathname}" aria-label="Part ${snippetIndex + 1}"></video>`}
<p><button type="submit" class="quiet" name="${visit.action('remove')}" value="${snippetID}">Delete<span class="hide"> part ${snippetIndex + 1}</span></button></p></div></li>`;

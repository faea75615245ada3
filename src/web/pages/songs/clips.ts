import { integerInPath, uuid } from '#contract/fields.ts';
import { queryBoolean } from '#contract/query.ts';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import type { MicroKaraokeOfferPacket } from '#features/micro-karaoke/records.ts';
import { mp4Video } from '#platform/files/file-kinds.ts';
import { actionField, createFields } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { getChosenFile, streamedFile } from '../../frame/uploads.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { songTabs } from './songs.ts';

type AnyVisit = Visit<unknown, unknown>;

/** Files of songs have absolute addresses for use outside the ship; pages load them from this server. */
const getSongPath = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : address);

/** Songs that passengers sing together, a few seconds each. */
export const clips = page({
  path: '/clips',
  place: 'more',
  query: { done: queryBoolean },
  asks: [microKaraokeApi.list],
  mayAsk: [microKaraokeApi.offer],
  async show(visit) {
    const songs = await visit.ask(microKaraokeApi.list);
    const content = html`${songTabs('/clips', visit)}
${savedNotice(visit, 'Clip sent. You’ll be notified when the song is complete.')}
<p>A group song: everyone films themselves singing a few seconds, and the clips are joined into one video.</p>
${when(visit.isOpen(microKaraokeApi.offer), () => html`<p class="actions"><a class="button" href="/clips/sing">${icon('mic-vocal')}Sing a part</a></p>`)}
<h2>Ready to watch</h2>
${songs.length > 0 ? html`<ul class="rows">${songs.map(({ songID, songName, artistName, userContributed }) => html`<li><span class="face" aria-hidden="true">${icon('clapperboard')}</span><div><h3><a href="/clips/${songID}">${songName}</a></h3><p class="line">${artistName}${userContributed ? ', with you' : ''}</p></div></li>`)}</ul>` : html`<p class="soft">No songs are complete yet.</p>`}`;
    return pageBelow({ label: 'More', path: '/more' }, 'Clip karaoke', content);
  },
});

/** A song with the clips of everyone who sang it, played one after the other. */
export const clip = page({
  path: '/clips/{song}',
  place: 'more',
  params: { song: integerInPath },
  asks: [microKaraokeApi.manifest, microKaraokeApi.list],
  async show(visit) {
    const { song: songID } = visit.params;
    const { snippetVideoURLs, karaokeMusicTrack } = await visit.ask(microKaraokeApi.manifest, { params: { songID } });
    const song = (await visit.ask(microKaraokeApi.list)).find((one) => one.songID === songID);
    const content = html`<p class="soft">${song?.artistName ?? ''}</p>
<ol class="clips">${snippetVideoURLs.map((address, index) => html`<li><video controls preload="none" playsinline src="${getSongPath(address)}" aria-label="Part ${index + 1}"></video></li>`)}</ol>
<p>The music alone: <a href="${getSongPath(karaokeMusicTrack)}">listen</a></p>`;
    return pageBelow({ label: 'Clip karaoke', path: '/clips' }, song?.songName ?? 'Song', content);
  },
});

/** A few seconds of a song: the lyrics, the audio, and a form for the video. */
export const singClip = page({
  path: '/clips/sing',
  place: 'more',
  asks: [microKaraokeApi.offer, microKaraokeApi.record],
  actions: {
    take: {
      asks: [microKaraokeApi.offer],
      form: {},
      async run(visit) {
        const offer = await visit.ask(microKaraokeApi.offer);
        return { view: pageBelow(backLink, offer.songName, showOffer(offer, visit)) };
      },
    },
    send: call(
      microKaraokeApi.record,
      { offerID: uuid, videoData: streamedFile(mp4Video) },
      (_visit: AnyVisit, { offerID, videoData }) => ({ body: { offerID, videoData: getChosenFile(videoData) } }),
      () => '/clips?done',
    ),
  },
  async show(visit) {
    const { trouble } = createFields(visit, 'send');
    const wrong = trouble();
    const content = html`${wrong}${when(visit.failure?.fields.videoData, (reason) => html`<p class="say s stop" role="alert">${icon('circle-alert')}<span>${reason}</span></p>`)}
<p>You’ll get a few seconds of a song with lyrics and audio. Film yourself singing them and send the video within half an hour.</p>
<form method="post" class="actions"><button type="submit" class="button" name="${visit.action('take')}">${icon('mic-vocal')}Get my part</button></form>
<p class="soft">If you ask again before sending a video, you get the same part.</p>`;
    return pageBelow(backLink, 'Sing a part', content);
  },
});

const backLink = { label: 'Clip karaoke', path: '/clips' };

function showOffer(offer: MicroKaraokeOfferPacket, visit: Visit<unknown, unknown, 'send'>): Html {
  const { offerID, artistName, lyrics, originalSnippetSoundURL, karaokeSnippetSoundURL, offerExpirationTime } = offer;
  const { field } = createFields(visit, 'send');
  return html`<p class="soft">${artistName}</p>
<p class="lyrics">${lyrics}</p>
<p>Original<audio controls preload="none" src="${getSongPath(originalSnippetSoundURL)}"></audio></p>
<p>Backing track<audio controls preload="none" src="${getSongPath(karaokeSnippetSoundURL)}"></audio></p>
<form method="post" action="/clips/sing" enctype="multipart/form-data">${actionField(visit, 'send')}<input type="hidden" name="offerID" value="${offerID}">
${field({ name: 'videoData', label: 'Your video', type: 'file', accept: 'video/mp4', isRequired: true, hint: offer.portraitMode ? 'Hold the phone upright. MP4, at most 40 MB.' : 'Hold the phone sideways. MP4, at most 40 MB.' })}
<p class="actions"><button type="submit" class="button">Send it</button></p></form>
<p class="soft">These seconds are yours until ${visit.clock.moment(offerExpirationTime)}.</p>`;
}

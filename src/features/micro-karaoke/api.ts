import * as v from 'valibot';
import { minimum, open, optional, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { creationRejections } from '#contract/error-codes.ts';
import { integerInPath, uuid } from '#contract/fields.ts';
import { hour, type RateLimit } from '#contract/rate-limit.ts';
import { acceptsReason } from '#core/reports/index.ts';
import {
  clipNameInPath,
  MicroKaraokeCompletedSong,
  MicroKaraokeOfferPacket,
  MicroKaraokeRecordingData,
  MicroKaraokeSnippetModeration,
  MicroKaraokeSongManifest,
  maxRecordingBody,
  songAssetPath,
} from './records.ts';

const feature = 'microkaraoke';
const params = { songID: integerInPath };

/** Each upload uses 56 MB of bandwidth and disk or less. */
const clipLimit: RateLimit = { what: 'recordings', perFamily: { max: 60, seconds: hour } };

export const microKaraokeApi = {
  offer: endpoint({
    method: 'POST',
    path: '/karaoke/mk/offer',
    aliases: [{ path: '/microkaraoke/offer' }],
    access: token,
    feature,
    response: MicroKaraokeOfferPacket,
    rejects: ['nothingToSing', ...creationRejections],
    summary: 'Get a part of a song to sing within half an hour',
  }),
  record: endpoint({
    method: 'POST',
    path: '/karaoke/mk/recording',
    aliases: [{ path: '/microkaraoke/recording' }],
    access: token,
    feature,
    body: MicroKaraokeRecordingData,
    bodyLimit: maxRecordingBody,
    fileMember: 'videoData',
    limit: clipLimit,
    rejects: ['offerGone'],
    summary: 'Upload an MP4 video for an offered part',
  }),
  list: endpoint({
    method: 'GET',
    path: '/karaoke/mk/songlist',
    aliases: [{ path: '/microkaraoke/songlist' }],
    access: token,
    feature,
    response: v.array(MicroKaraokeCompletedSong),
    summary: 'List songs you can watch',
  }),
  manifest: endpoint({
    method: 'GET',
    path: '/karaoke/mk/song/{songID}',
    aliases: [{ path: '/microkaraoke/song/{songID}' }],
    access: token,
    feature,
    params,
    response: MicroKaraokeSongManifest,
    summary: 'List the clips of a song with their addresses and lengths',
  }),
  video: endpoint({
    method: 'GET',
    path: '/karaoke/mk/video/{filename}',
    aliases: [{ path: '/microkaraoke/video/{filename}' }],
    access: optional,
    feature,
    params: { filename: clipNameInPath },
    response: { content: 'video/mp4' },
    hasEntityTag: true,
    summary: 'Get the video of a clip',
  }),
  asset: endpoint({
    method: 'GET',
    path: '/microkaraoke/**',
    outsideApi: true,
    access: open,
    params: { rest: songAssetPath },
    response: { content: 'application/octet-stream' },
    hasEntityTag: true,
    rejects: ['pathOutside'],
    summary: 'Get a file of a song: music, lyrics, sounds and fillers',
  }),
  listForModerators: endpoint({
    method: 'GET',
    path: '/mod/microkaraoke/songlist',
    access: minimum('moderator'),
    response: v.array(MicroKaraokeCompletedSong),
    summary: 'List all songs, including incomplete and unapproved ones',
  }),
  songForModerators: endpoint({
    method: 'GET',
    path: '/mod/microkaraoke/song/{songID}',
    access: minimum('moderator'),
    params,
    response: MicroKaraokeCompletedSong,
    summary: 'Get a song, even if incomplete or unapproved',
  }),
  snippets: endpoint({
    method: 'GET',
    path: '/mod/microkaraoke/snippets/{songID}',
    access: minimum('moderator'),
    params,
    response: v.array(MicroKaraokeSnippetModeration),
    summary: 'List clips and open offers of a song by part',
  }),
  deleteSnippet: endpoint({
    method: 'POST',
    path: '/mod/microkaraoke/snippet/{snippetID}/delete',
    aliases: [{ method: 'DELETE', path: '/mod/microkaraoke/snippet/{snippetID}' }],
    access: minimum('moderator'),
    params: { snippetID: uuid },
    ...acceptsReason,
    summary: 'Delete a clip or offer; its song must be completed and approved again',
  }),
  approve: endpoint({
    method: 'POST',
    path: '/mod/microkaraoke/approve/{songID}',
    access: minimum('moderator'),
    params,
    summary: 'Approve a complete song and notify its singers',
  }),
};

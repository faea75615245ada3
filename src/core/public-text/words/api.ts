import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { boundedText } from '#contract/fields.ts';
import { KeywordData } from '../records.ts';

/** Limits a word before it's cleaned. Only its letters are kept (core rule 97). */
const rawWord = boundedText(200);

/** Alert words and mute words (core rules 97 to 100). */
export const wordsApi = {
  alertWords: endpoint({
    method: 'GET',
    path: '/user/alertwords',
    access: token,
    response: KeywordData,
    summary: 'List your alert words',
  }),
  addAlertWord: endpoint({
    method: 'POST',
    path: '/user/alertwords/add/{word}',
    access: token,
    params: { word: rawWord },
    response: KeywordData,
    rejects: ['limitReached'],
    summary: 'Add an alert word',
  }),
  removeAlertWord: endpoint({
    method: 'POST',
    path: '/user/alertwords/remove/{word}',
    access: token,
    params: { word: rawWord },
    response: KeywordData,
    summary: 'Remove an alert word',
  }),
  muteWords: endpoint({
    method: 'GET',
    path: '/user/mutewords',
    access: token,
    response: KeywordData,
    summary: 'List your mute words',
  }),
  addMuteWord: endpoint({
    method: 'POST',
    path: '/user/mutewords/add/{word}',
    access: token,
    params: { word: rawWord },
    response: KeywordData,
    rejects: ['limitReached'],
    summary: 'Add a mute word',
  }),
  removeMuteWord: endpoint({
    method: 'POST',
    path: '/user/mutewords/remove/{word}',
    access: token,
    params: { word: rawWord },
    response: KeywordData,
    summary: 'Remove a mute word',
  }),
};

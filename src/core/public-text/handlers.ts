import type { Context, Handlers } from '#area/context.ts';
import type { publicTextApi } from './api.ts';
import { completeHashtag } from './hashtags/complete-hashtag.ts';
import { addWord, listWords, presentKeywords, removeWord } from './words/word-lists.ts';

/** The endpoints of the area. */
export function publicTextHandlers(context: Context): Handlers<typeof publicTextApi> {
  return {
    alertWords: ({ caller }) => presentKeywords(listWords(context, 'alert', caller.userID)),
    addAlertWord: ({ caller, params, write }) =>
      write((context) => presentKeywords(addWord(context, caller, 'alert', params.word))),
    removeAlertWord: ({ caller, params, write }) =>
      write((context) => presentKeywords(removeWord(context, caller, 'alert', params.word))),
    muteWords: ({ caller }) => presentKeywords(listWords(context, 'mute', caller.userID)),
    addMuteWord: ({ caller, params, write }) =>
      write((context) => presentKeywords(addWord(context, caller, 'mute', params.word))),
    removeMuteWord: ({ caller, params, write }) =>
      write((context) => presentKeywords(removeWord(context, caller, 'mute', params.word))),

    completeHashtag: ({ params }) => completeHashtag(context, params.text),
  };
}

import { createRedaction } from '#app/support/redact.ts';
import { countCharacters, readSearch } from '#contract/fields.ts';
import { findLineProblem } from '#contract/one-line.ts';
import { isRegistrationCode } from '#core/accounts/registration-code.ts';
import { hasHashtag, readHashtags, readSearchedTag } from '#core/public-text/hashtags/read-hashtags.ts';
import { mentionsName, readMentionedName, readMentions } from '#core/public-text/mentions/read-mentions.ts';
import { cleanWords } from '#core/public-text/words/word-lists.ts';
import { buildMatchExpression, buildNameExpression, buildTagOrMentionExpression } from '#db/full-text.ts';
import { normalizeAnswer } from '#features/hunts/normalize-answer.ts';
import { removeNicknames } from '#features/performers/match-names.ts';
import { readQueryValues } from '#http/parse-request.ts';
import { getNetwork, toPlainAddress } from '#platform/network/addresses.ts';
import { foldLetters, normalizeLines } from '#platform/text/lines.ts';
import { html } from '#web/frame/html.ts';
import { formatMarkdown } from '#web/frame/markdown.ts';
import { oneLine, prose } from '#web/frame/text.ts';
import { type Input, repeatToSize } from './measure.ts';
import { patterns } from './patterns.ts';

/** Functions that read text written by users. Only large bodies contain longer text. */
const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  'characters of a text': (text) => countCharacters(text, text.length),
  'a search': readSearch,
  'a one-line text': (text) => findLineProblem('name', text),
  'hashtags of a post': readHashtags,
  'a hashtag in a post': (text) => hasHashtag(text, 'tag'),
  'a searched hashtag': readSearchedTag,
  'mentions of a post': readMentions,
  'a mention in a post': (text) => mentionsName(text, 'a'),
  'a searched mention': readMentionedName,
  'alert words and mute words': cleanWords,
  'a search expression': buildMatchExpression,
  'a search expression for names': buildNameExpression,
  'a search expression for mentions and hashtags': buildTagOrMentionExpression,
  'the answer to a puzzle': normalizeAnswer,
  'a registration code': isRegistrationCode,
  'the name of a performer': removeNicknames,
  'letters without accents': foldLetters,
  'line ends': normalizeLines,
  'values of a query': readQueryValues,
  'the network of an address': getNetwork,
  'an IPv4 address in IPv6 form': toPlainAddress,
  'paragraphs and links of a post': (text) => prose(text).toString(),
  'the first line of a post': oneLine,
  'a text of the crew': formatMarkdown,
  'a text in a page': (text) => html`<p title="${text}">${text}</p>`.toString(),
  'secrets in a log': createRedaction(['secret'], new Set(['abc123'])),
};

const longestText = 64 * 1024;

export const textInputs: readonly Input[] = Object.entries(textReaders).flatMap(([name, read]) =>
  patterns.map((pattern) => ({
    name: `${name}: ${JSON.stringify(pattern)}`,
    limit: longestText,
    prepare: (size: number) => {
      const text = repeatToSize(pattern, size);
      return () => read(text);
    },
  })),
);

import type { DialectFile } from '#config/dialect-file.ts';
import type { ErrorResponse } from '#contract/errors.ts';
import type { DialectWords } from './words.ts';

/** Translates parts of texts: names of shared accounts, and errors. */
export interface TextTranslation {
  readonly hasAccounts: boolean;
  /** Returns JSON with our names for shared accounts; undefined if it mentions none. */
  read(json: Buffer): string | undefined;
  /** Returns JSON with the client's names for shared accounts. */
  write(json: string): string;
  writeError(body: ErrorResponse): ErrorResponse;
}

const escapeForm = (text: string): string => text.replace(/[.-]/g, '\\$&');
/** Characters that would make the match part of a longer username. */
const end = '(?![\\w-])';

export function createTextTranslation(
  { accounts, fields }: DialectFile,
  words: readonly DialectWords[],
): TextTranslation {
  const reword = createErrorRewording(fields.in, words);
  const names = Object.entries(accounts).map(([own, other]) => ({
    own,
    /** In texts, people write the name in any letter case. */
    mention: new RegExp(`@${escapeForm(other)}${end}`, 'gi'),
    ownMention: new RegExp(`@${escapeForm(own)}${end}`, 'g'),
    ownName: `"username":"${own}"`,
    otherName: `"username":"${other}"`,
    other,
  }));

  function write(json: string): string {
    let text = json;
    for (const { own, ownMention, ownName, otherName, other } of names) {
      if (!text.includes(own)) continue;
      text = text.replaceAll(ownName, otherName).replace(ownMention, `@${other}`);
    }
    return text;
  }

  return {
    hasAccounts: names.length > 0,
    read(json) {
      if (names.length === 0 || !json.includes('@')) return undefined;
      const text = json.toString();
      return names.reduce((text, { mention, own }) => text.replace(mention, `@${own}`), text);
    },
    write,
    writeError(body) {
      if (body.status !== 400 && body.status !== 451) return body;
      const { fieldErrors } = body;
      const reworded = Object.entries(fieldErrors ?? {}).map(([path, message]) => [reword(path), reword(message)]);
      return {
        ...body,
        reason: reword(body.reason),
        ...(fieldErrors && { fieldErrors: Object.fromEntries(reworded) }),
      };
    },
  };
}

/** Errors mention fields and words; only whole words are replaced by the client's. */
function createErrorRewording(fieldsIn: Readonly<Record<string, string>>, words: readonly DialectWords[]) {
  const fields = Object.entries(fieldsIn).map(([place, other]) => [place.split('.').at(-1) ?? '', other] as const);
  const known = new Map([...fields, ...words.flatMap(({ words }) => Object.entries(words))]);
  return (text: string): string => text.replace(/\w+/g, (word) => known.get(word) ?? word);
}

/** The rules of `src/contract/rules`, and which of them say what a call does. */
export interface Rules {
  /** By citation, such as `forums B9`. */
  readonly texts: ReadonlyMap<string, string>;
  /** Citations by operation id, the most specific first. */
  readonly ofCalls: Readonly<Record<string, readonly string[]>>;
}

export const noRules: Rules = { texts: new Map(), ofCalls: {} };

/** Reads the files of rules, by name; `calls.json` has the citations of each call. */
export const readRules = (files: ReadonlyMap<string, string>): Rules => ({
  texts: new Map([...files].flatMap(([name, text]) => listRules(name.replace(/\.md$/, ''), text))),
  ofCalls: JSON.parse(files.get('calls.json') ?? '{}'),
});

const listRules = (file: string, markdown: string): [citation: string, text: string][] =>
  [...markdown.matchAll(/^- \*\*([A-Z]?\d+[a-z]?)\.\*\* (.+)$/gm)].map(([, number, text = '']) => [
    `${file} ${number}`,
    text,
  ]);

/** Returns the description of a call: its rules, one paragraph for each. Throws if it cites one that doesn't exist. */
export function quoteRules({ texts, ofCalls }: Rules, operation: string): { description?: string } {
  const citations = ofCalls[operation];
  if (!citations) return {};
  const quote = (citation: string): string => {
    const text = texts.get(citation);
    if (text === undefined) throw new Error(`${operation} cites rule ${citation}, which doesn't exist.`);
    return `${text} (${citation.replace(' ', ' rule ')})`;
  };
  return { description: citations.map(quote).join('\n\n') };
}

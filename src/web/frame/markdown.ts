import { LRUCache } from 'lru-cache';
import { lexer, type Token, type Tokens } from 'marked';
import { type Html, html } from './html.ts';

/** A text of the crew: its first heading and the rest. */
export interface CrewText {
  readonly title: string | undefined;
  readonly content: Html;
}

/** Returns what `formatMarkdown` does, from a cache. */
export function readMarkdown(text: string): CrewText {
  const known = readTexts.get(text);
  if (known) return known;
  const read = formatMarkdown(text);
  readTexts.set(text, read);
  return read;
}

/** Formatting a long text takes milliseconds, and anyone may request it. The crew has only a few texts. */
const readTexts = new LRUCache<string, CrewText>({ max: 16 });

/**
 * Formats the crew's Markdown. Only basic markup is supported, and links may only lead to pages; everything else is
 * shown as it was written.
 */
export function formatMarkdown(text: string): CrewText {
  if (text.split('\n').some(({ length }) => length > maxPieceLength)) return showUnformatted(text);
  try {
    const tokens = [...cutIntoPieces(text)].flatMap((piece) => lexer(piece));
    return showTokens(tokens.filter(({ type }) => type !== 'space'));
  } catch (error) {
    // Nested too deeply, for us or for the stack of the parser, which has no limit of its own. A regular expression throws
    // a SyntaxError then.
    if (error instanceof RangeError || error instanceof SyntaxError) return showUnformatted(text);
    throw error;
  }
}

/**
 * The parser takes quadratic time for lists and long lines: longer texts are parsed in pieces, and longer lines not at
 * all.
 */
const maxPieceLength = 4096;

/** Splits a text before a heading if there is one, otherwise after a paragraph or a line. */
function* cutIntoPieces(text: string): Iterable<string> {
  let start = 0;
  while (text.length - start > maxPieceLength) {
    const piece = text.slice(start, start + maxPieceLength);
    const cut =
      ['\n#', '\n\n', '\n'].map((mark) => piece.lastIndexOf(mark) + 1).find((end) => end > 0) ?? maxPieceLength;
    yield piece.slice(0, cut);
    start += cut;
  }
  yield text.slice(start);
}

const showUnformatted = (text: string): CrewText => ({
  title: undefined,
  content: html`<p>This text is shown unformatted because it’s nested too deeply or has a line that’s too long.</p><pre>${text}</pre>`,
});

function showTokens(tokens: readonly Token[]): CrewText {
  const [first] = tokens;
  const isTitled = first !== undefined && isTokenOfKind(first, 'heading') && first.depth === 1;
  return {
    title: isTitled ? first.text : undefined,
    content: showBlocks(isTitled ? tokens.slice(1) : tokens),
  };
}

interface TokenTypes {
  readonly heading: Tokens.Heading;
  readonly paragraph: Tokens.Paragraph;
  readonly list: Tokens.List;
  readonly text: Tokens.Text;
  readonly strong: Tokens.Strong;
  readonly em: Tokens.Em;
  readonly code: Tokens.Code;
  readonly codespan: Tokens.Codespan;
  readonly link: Tokens.Link;
}

/** The library's own type doesn't say which properties each kind of token has. */
const isTokenOfKind = <Kind extends keyof TokenTypes>(token: Token, kind: Kind): token is TokenTypes[Kind] =>
  token.type === kind;

/** Lists within lists. */
const maxDepth = 100;

const showBlocks = (tokens: readonly Token[], depth = 0): Html =>
  html`${tokens.map((token) => showBlock(token, depth))}`;

function showBlock(token: Token, depth: number): Html {
  if (isTokenOfKind(token, 'heading'))
    return token.depth <= 2 ? html`<h2>${showLine(token)}</h2>` : html`<h3>${showLine(token)}</h3>`;
  if (isTokenOfKind(token, 'list')) {
    if (depth === maxDepth) throw new RangeError('the lists are nested too deeply');
    const items = token.items.map((item) => html`<li>${showBlocks(item.tokens, depth + 1)}</li>`);
    return token.ordered ? html`<ol class="points">${items}</ol>` : html`<ul class="points">${items}</ul>`;
  }
  if (isTokenOfKind(token, 'paragraph')) return html`<p>${showLine(token)}</p>`;
  if (isTokenOfKind(token, 'text')) return showLine(token);
  if (isTokenOfKind(token, 'code')) return html`<pre class="commands">${token.text}</pre>`;
  return token.type === 'space' ? html`` : html`<p>${token.raw}</p>`;
}

const showLine = ({ tokens, text }: { readonly tokens?: Token[] | undefined; readonly text: string }): Html =>
  tokens ? html`${tokens.map(showPart)}` : html`${text}`;

function showPart(token: Token): Html {
  if (isTokenOfKind(token, 'strong')) return html`<b>${showLine(token)}</b>`;
  if (isTokenOfKind(token, 'em')) return html`<em>${showLine(token)}</em>`;
  if (isTokenOfKind(token, 'codespan')) return html`<code>${token.text}</code>`;
  if (isTokenOfKind(token, 'link') && /^(https?:\/\/|\/(?!\/))/.test(token.href))
    return html`<a href="${token.href}" rel="noopener noreferrer">${showLine(token)}</a>`;
  return isTokenOfKind(token, 'text') ? html`${token.text}` : html`${token.raw}`;
}

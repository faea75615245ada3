import { type Html, html, trustedHtml } from './html.ts';

/** What becomes a link in a text: addresses, names and hashtags. */
const linkable = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])|(?<![\w@])@([\w.+-]*\w)|(?<![\w#&])#(\w+)/gu;

/** Renders user text as paragraphs, with links for addresses, mentions and hashtags and no other markup. */
export function prose(text: string): Html {
  const paragraphs = text.trim().split(/\n{2,}/);
  return html`${paragraphs.map((paragraph) => html`<p>${renderLines(paragraph)}</p>`)}`;
}

/** Renders the same in one line, without links. */
export const oneLine = (text: string, max = 120): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
};

const lineBreak = trustedHtml('<br>');

function renderLines(paragraph: string): Html[] {
  return paragraph.split('\n').flatMap((line, index) => [...(index > 0 ? [lineBreak] : []), ...renderLinks(line)]);
}

function renderLinks(line: string): Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const match of line.matchAll(linkable)) {
    parts.push(html`${line.slice(end, match.index)}`, linkTo(match));
    end = match.index + match[0].length;
  }
  return [...parts, html`${line.slice(end)}`];
}

function linkTo([whole, address, name, tag]: RegExpExecArray): Html {
  if (address) return html`<a class="out" href="${address}" rel="noopener noreferrer nofollow ugc">${whole}</a>`;
  if (name) return html`<a href="/people/named/${encodeURIComponent(name)}">${whole}</a>`;
  return html`<a href="/feed?search=${encodeURIComponent(`#${tag}`)}">${whole}</a>`;
}

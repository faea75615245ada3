import { marked } from 'marked';
import { readEmbedded } from '#platform/machine/embedded-files.ts';
import { html, trustedHtml } from '#platform/text/html.ts';
import { type Documents, describeCalls, describeErrorCodes, describeRecords, describeSocketList } from './sections.ts';
import { style } from './style.ts';

/** Our own text for client authors; headings get anchors. */
function renderText(): string {
  const text = readEmbedded('assets/authors/README.md').toString('utf8');
  const rendered = marked.parse(text, { async: false });
  return rendered.replace(/<h2>([^<]*)<\/h2>/g, (_, title: string) => `<h2 id="${toAnchor(title)}">${title}</h2>`);
}

/** The file that authors copy. */
const readHelperSource = (): string => readEmbedded('assets/authors/helper.ts').toString('utf8');

const toAnchor = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const listHeadings = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/<h2 id="([^"]+)">([^<]*)<\/h2>/g)].map(([, id = '', title = '']) => [id, title]);

/** Renders the page for client authors: the text, the helper, then all calls, sockets and records of the documents. */
export function renderPage(openApi: Documents['openApi'], asyncApi: Documents['asyncApi']): string {
  const text = renderText();
  const headings = [
    ...listHeadings(text),
    ...([
      ['a-helper-to-copy', 'A helper to copy'],
      ['codes', 'All error codes'],
      ['calls', 'All endpoints'],
      ['frames', 'All sockets'],
      ['records', 'All records'],
    ] as const),
  ];
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gangway for app developers</title>
<style>${trustedHtml(style)}</style>
</head>
<body>
<nav aria-label="Contents"><ul>${headings.map(([id, title]) => html`<li><a href="#${id}">${trustedHtml(title)}</a></li>`)}</ul></nav>
<main>
${trustedHtml(text)}
<h2 id="a-helper-to-copy">A helper to copy</h2>
<pre><code>${readHelperSource()}</code></pre>
<h2 id="codes">All error codes</h2>
${describeErrorCodes()}
<h2 id="calls">All endpoints</h2>
${describeCalls(openApi)}
<h2 id="frames">All sockets</h2>
${describeSocketList(asyncApi)}
<h2 id="records">All records</h2>
${describeRecords(openApi)}
</main>
</body>
</html>
`);
}

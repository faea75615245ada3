import { AppError } from '#contract/errors.ts';
import { zipFile } from '#platform/files/file-kinds.ts';
import { adminApi } from '#staff/admin/api.ts';
import { userFileApi } from '#staff/user-file/api.ts';
import type { BulkUserUpdateCounts, BulkUserUpdateVerificationData } from '#staff/user-file/records.ts';
import { actionField, fieldsOf, keyField } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { orUndefinedOn } from '../../frame/rejections.ts';
import { pageBelow } from '../../frame/shell.ts';
import { getChosen, longFile } from '../../frame/uploads.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const path = '/staff/people-file';
const back = { label: 'Staff', path: '/staff' };

type AnyVisit = Visit<unknown, unknown, 'upload' | 'apply'>;

/** Transfers people between sailings: previews and imports a file, and exports this sailing's. */
export const peopleFile = page({
  path,
  place: 'more',
  asks: [userFileApi.verify],
  mayAsk: [userFileApi.apply, adminApi.serverSettings],
  actions: {
    upload: call(userFileApi.upload, { file: longFile(zipFile) }, (_visit: AnyVisit, { file }) => ({
      file: getChosen(file),
    })),
    apply: {
      asks: [userFileApi.apply],
      form: {},
      async run(visit) {
        return { view: pageBelow(back, 'People were brought in', showReport(await visit.ask(userFileApi.apply))) };
      },
    },
  },
  async show(visit) {
    const content = html`<section aria-labelledby="out"><h2 id="out">To the next sailing</h2>
<p>Everybody who has a code, with roles, favourites and pictures, in one file. It holds what only they should know: keep it as you keep the box.</p>
<p class="actions"><a class="quiet" href="${path}/download">${icon('download')}Take the file</a></p></section>
<section aria-labelledby="in"><h2 id="in">From the last sailing</h2>${await showWaiting(visit)}${when(visit.failure?.action === 'upload' || (await isClosed(visit)), () => uploadForm(visit))}
<p class="soft">On the box itself it is brought in by</p>
<pre>gangway import users people.zip --dry-run
gangway import users people.zip</pre></section>`;
    return pageBelow(back, 'People from sailing to sailing', content);
  },
});

/** Shows what the uploaded file would do, or why that's not available. */
async function showWaiting(visit: AnyVisit): Promise<Html> {
  try {
    const report = await visit.ask(userFileApi.verify);
    return html`${showReport(report)}<form method="post">${keyField()}${fieldsOf(visit, 'apply').trouble()}<p class="actions"><button type="submit" class="button" name="${visit.action('apply')}">Bring these people in</button></p></form>`;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'malformed') throw error;
    return html`<p>${error.message}</p>`;
  }
}

/** Whether the service is open to administrators only, which imports require. */
async function isClosed(visit: AnyVisit): Promise<boolean> {
  const settings = await visit.askIfAllowed(adminApi.serverSettings);
  return settings?.minAccessUserLevel === 'admin' && !settings.enablePreregistration;
}

function uploadForm(visit: AnyVisit): Html {
  const { field, trouble } = fieldsOf(visit, 'upload');
  return html`<form method="post" enctype="multipart/form-data">${actionField(visit, 'upload')}${keyField()}${trouble()}
${field({ name: 'file', label: 'The file of the last sailing', type: 'file', accept: '.zip,application/zip', isRequired: true, hint: 'A zip of at most 4 GB. Nothing changes yet: first you see what it would bring. Another file takes the place of one from before.' })}
<p class="actions"><button type="submit" class="quiet">${icon('upload')}Look at it</button></p></form>`;
}

function showReport(report: BulkUserUpdateVerificationData): Html {
  const { userCounts, performerCounts, needsPhotographerCounts } = report;
  const findings = {
    'Codes that belong to somebody else': report.regCodeConflicts,
    'Names that belong to somebody else': report.usernameConflicts,
    'Not brought in': report.errorNotImported,
    'To look at': report.otherErrors,
  };
  return html`<dl class="facts"><dt>People</dt><dd>${describe(userCounts)}</dd><dt>Performers</dt><dd>${describe(performerCounts)}</dd><dt>Events to photograph</dt><dd>${describe(needsPhotographerCounts)}</dd></dl>
${Object.entries(findings).map(([title, sentences]) => when(sentences.length, (count) => html`<h3>${title} <small>${count}</small></h3><ul class="voices">${sentences.slice(0, maxShown).map((sentence) => html`<li>${sentence}</li>`)}</ul>`))}`;
}

const maxShown = 30;

const describe = ({ totalRecordsProcessed, importedCount, duplicateCount, errorCount }: BulkUserUpdateCounts): string =>
  `${importedCount} of ${totalRecordsProcessed} new, ${duplicateCount} known already, ${errorCount} refused`;

/** Downloads the file. If the service is open to passengers, redirects to the page that explains why there is none. */
export const peopleFileDownload = page({
  path: `${path}/download`,
  isFile: true,
  asks: [userFileApi.download],
  async show(visit) {
    const content = await orUndefinedOn(visit.ask(userFileApi.download), ['malformed']);
    return content ? { content } : { to: path };
  },
});

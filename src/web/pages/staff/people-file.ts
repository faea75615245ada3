import { AppError } from '#contract/errors.ts';
import { zipFile } from '#platform/files/file-kinds.ts';
import { adminApi } from '#staff/admin/api.ts';
import { userFileApi } from '#staff/user-file/api.ts';
import type { BulkUserUpdateCounts, BulkUserUpdateVerificationData } from '#staff/user-file/records.ts';
import { actionField, createFields, keyField } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { orUndefinedOn } from '../../frame/rejections.ts';
import { pageBelow } from '../../frame/shell.ts';
import { getChosenFile, streamedFile } from '../../frame/uploads.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const path = '/staff/people-file';
const backLink = { label: 'Staff', path: '/staff' };

type AnyVisit = Visit<unknown, unknown, 'upload' | 'apply'>;

/** Transfers people between sailings: previews and imports a file, and exports this sailing's. */
export const peopleFile = page({
  path,
  place: 'more',
  asks: [userFileApi.verify],
  mayAsk: [userFileApi.apply, adminApi.serverSettings],
  actions: {
    upload: call(userFileApi.upload, { file: streamedFile(zipFile) }, (_visit: AnyVisit, { file }) => ({
      file: getChosenFile(file),
    })),
    apply: {
      asks: [userFileApi.apply],
      form: {},
      async run(visit) {
        return { view: pageBelow(backLink, 'Import complete', showReport(await visit.ask(userFileApi.apply))) };
      },
    },
  },
  async show(visit) {
    const content = html`<section aria-labelledby="out"><h2 id="out">Export for the next sailing</h2>
<p>One file with every verified account, including roles, favorites and pictures. It contains private data, so store it as safely as the server itself.</p>
<p class="actions"><a class="quiet" href="${path}/download">${icon('download')}Download file</a></p></section>
<section aria-labelledby="in"><h2 id="in">Import from the last sailing</h2>${await showWaiting(visit)}${when(visit.failure?.action === 'upload' || (await isOpenToAdminsOnly(visit)), () => uploadForm(visit))}
<p class="soft">To import it on the server, run</p>
<pre>gangway import users people.zip --dry-run
gangway import users people.zip</pre></section>`;
    return pageBelow(backLink, 'Move accounts between sailings', content);
  },
});

/** Shows what the uploaded file would do, or why that's not available. */
async function showWaiting(visit: AnyVisit): Promise<Html> {
  try {
    const report = await visit.ask(userFileApi.verify);
    return html`${showReport(report)}<form method="post">${keyField()}${createFields(visit, 'apply').trouble()}<p class="actions"><button type="submit" class="button" name="${visit.action('apply')}">Import accounts</button></p></form>`;
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 400) throw error;
    return html`<p>${error.message}</p>`;
  }
}

/** Whether the service is open to administrators only, which imports require. */
async function isOpenToAdminsOnly(visit: AnyVisit): Promise<boolean> {
  const settings = await visit.askIfAllowed(adminApi.serverSettings);
  return settings?.minAccessUserLevel === 'admin' && !settings.enablePreregistration;
}

function uploadForm(visit: AnyVisit): Html {
  const { field, trouble } = createFields(visit, 'upload');
  return html`<form method="post" enctype="multipart/form-data">${actionField(visit, 'upload')}${keyField()}${trouble()}
${field({ name: 'file', label: 'File from the last sailing', type: 'file', accept: '.zip,application/zip', isRequired: true, hint: 'A zip file up to 4 GB. You’ll see a preview before anything changes. It replaces any file uploaded before.' })}
<p class="actions"><button type="submit" class="quiet">${icon('upload')}Preview import</button></p></form>`;
}

function showReport(report: BulkUserUpdateVerificationData): Html {
  const { userCounts, performerCounts, needsPhotographerCounts } = report;
  const findings = {
    'Codes used by someone else': report.regCodeConflicts,
    'Usernames used by someone else': report.usernameConflicts,
    'Not imported': report.errorNotImported,
    'Other problems': report.otherErrors,
  };
  return html`<dl class="facts"><dt>People</dt><dd>${describe(userCounts)}</dd><dt>Performers</dt><dd>${describe(performerCounts)}</dd><dt>Events to photograph</dt><dd>${describe(needsPhotographerCounts)}</dd></dl>
${Object.entries(findings).map(([title, sentences]) => when(sentences.length, (count) => html`<h3>${title} <small>${count}</small></h3><ul class="voices">${sentences.slice(0, maxShown).map((sentence) => html`<li>${sentence}</li>`)}</ul>`))}`;
}

const maxShown = 30;

const describe = ({ totalRecordsProcessed, importedCount, duplicateCount, errorCount }: BulkUserUpdateCounts): string =>
  `${importedCount} of ${totalRecordsProcessed} new, ${duplicateCount} already known, ${errorCount} rejected`;

/** Downloads the file. If the service is open to passengers, redirects to the page that explains why there is none. */
export const peopleFileDownload = page({
  path: `${path}/download`,
  isFile: true,
  asks: [userFileApi.download],
  async show(visit) {
    const content = await orUndefinedOn(visit.ask(userFileApi.download), [400]);
    return content ? { content } : { to: path };
  },
});

import { listManual, manualTopic, readManual } from '#config/crew-manual.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { linkList } from '../frame/link-list.ts';
import { readMarkdown } from '../frame/markdown.ts';
import { pageBelow } from '../frame/shell.ts';
import { page } from '../page.ts';

/** The crew's texts, each in its own file; without the file its sample is shown. */
const texts = [
  { path: '/help/start', file: 'gangwayhelptext.md', label: 'How it works', picture: 'life-buoy' },
  { path: '/help/questions', file: 'faq.md', label: 'Frequently asked questions', picture: 'circle-question-mark' },
  { path: '/help/conduct', file: 'codeofconduct.md', label: 'Code of conduct', picture: 'scroll-text' },
] as const;

/** Links to the crew's texts. */
export const help = page({
  path: '/help',
  place: 'more',
  asks: [clientServicesApi.publicPage],
  show: async (visit) =>
    pageBelow(
      { label: 'More', path: '/more' },
      'Help',
      linkList(
        visit,
        texts.map(({ path, label, picture }) => ({ page: path, label, picture })),
      ),
    ),
});

/** Shows one of the crew's texts. */
export const helpTexts = texts.map(({ path, file, label }) =>
  page({
    path,
    place: 'more',
    asks: [clientServicesApi.publicPage],
    async show(visit) {
      const { body } = await visit.ask(clientServicesApi.publicPage, { params: { name: file } });
      const { title = label, content } = readMarkdown(body instanceof Uint8Array ? Buffer.from(body).toString() : '');
      return pageBelow({ label: 'Help', path: '/help' }, title, content);
    },
  }),
);

/** The crew's manual is for staff, because it explains how the server is run. */
const staffEndpoints = [moderationApi.reports];

/** Lists the pages of the crew's manual. */
export const crewManual = page({
  path: '/help/crew',
  place: 'more',
  asks: staffEndpoints,
  show: async (visit) =>
    pageBelow(
      { label: 'Staff', path: '/staff' },
      'Crew manual',
      linkList(
        visit,
        listManual().map(({ topic, title }) => ({
          page: '/help/crew/{topic}',
          path: `/help/crew/${topic}`,
          label: title,
          picture: 'life-buoy',
        })),
      ),
    ),
});

/** A page of the crew's manual. */
export const crewManualTopic = page({
  path: '/help/crew/{topic}',
  params: { topic: manualTopic },
  place: 'more',
  asks: staffEndpoints,
  show: async ({ params }) => {
    const { title = params.topic, content } = readMarkdown(readManual(params.topic));
    return pageBelow({ label: 'Crew manual', path: '/help/crew' }, title, content);
  },
});

import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { queryInteger } from '#contract/query.ts';
import { fezApi } from '#features/fez/api.ts';
import type { FezData, FezPostData } from '#features/fez/records.ts';
import { actionField, fieldsOf, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { pager } from '../../frame/pager.ts';
import { face, nameOf, personLink } from '../../frame/people.ts';
import { prose } from '../../frame/text.ts';
import { keepsMessages, unsentTemplate } from '../../frame/unsent.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type ChatVisit = Visit<{ readonly chat: string }, { readonly start: number | undefined }>;
const inChat = ({ params }: ChatVisit) => ({ fezID: params.chat });
const toChat = (visit: ChatVisit) => ({ params: inChat(visit) });

/** One chat or appointment: who is in it, what was said, and a line to say more. */
export const chat = page({
  path: '/chats/{chat}',
  place: 'chats',
  params: { chat: uuid },
  query: { start: queryInteger },
  asks: [fezApi.read],
  mayAsk: [fezApi.post],
  actions: {
    post: call(
      fezApi.post,
      { text: v.string() },
      (visit: ChatVisit, { text }) => ({ params: inChat(visit), body: { text, images: [] } }),
      ({ params }) => `/chats/${params.chat}#newest`,
    ),
    join: call(fezApi.join, {}, toChat),
    leave: call(fezApi.unjoin, {}, toChat, () => '/chats'),
    mute: call(fezApi.mute, {}, toChat),
    unmute: call(fezApi.unmute, {}, toChat),
  },
  async show(visit) {
    const shown = await readToTheEnd(visit);
    const main = html`<main class="talk">
<div class="roof"><header class="head">
<a class="icon back" href="/chats">${icon('chevron-left')}<span class="hide">All chats</span></a>
<div class="who"><h1>${shown.title}</h1><p class="line">${describe(shown)}</p></div>
</header></div>
${about(shown, visit)}
${shown.members ? conversation(shown, visit) : outside()}
</main>`;
    return { title: shown.title, main };
  },
});

/** With the newest messages, where they fit on a page together with those that are unread. */
async function readToTheEnd(visit: ChatVisit): Promise<FezData> {
  const read = (start: number | undefined) =>
    visit.ask(fezApi.read, { params: { fezID: visit.params.chat }, query: { start } });
  const shown = await read(visit.query.start);
  if (visit.query.start !== undefined || !shown.members?.paginator) return shown;
  const { readCount, paginator } = shown.members;
  const { start, limit, total } = paginator;
  if (start + limit >= total || total - readCount > limit) return shown;
  const newest = await read(total - limit);
  return newest.members ? { ...newest, members: { ...newest.members, readCount } } : shown;
}

const describe = ({ members, participantCount }: FezData): string =>
  members && members.participants.length <= 8
    ? members.participants.map(nameOf).join(', ')
    : `${participantCount} ${participantCount === 1 ? 'person' : 'people'}`;

function about({ info, startTime, endTime, location, cancelled, members }: FezData, { clock }: ChatVisit): Html {
  return html`<details class="col"><summary>${icon('info')}About, and who is in it</summary>
${when(cancelled, () => html`<p class="say stop">${icon('circle-alert')}<span>This was cancelled.</span></p>`)}
${when(startTime, (start) => html`<p>${clock.day(start)}, ${clock.time(start)}${when(endTime, (end) => html` to ${clock.time(end)}`)}${when(location, (place) => html`, ${place}`)}</p>`)}
${when(info, (text) => html`<div class="prose">${prose(text)}</div>`)}
${when(
  members,
  ({
    participants,
    isMuted,
  }) => html`<ul class="rows">${participants.map((user) => html`<li>${face(user, 's')}<div><h3>${personLink(user)}</h3></div></li>`)}</ul>
<form method="post" class="actions"><button type="submit" class="quiet" name="${isMuted ? 'unmute' : 'mute'}">${isMuted ? 'Unmute' : 'Mute'}</button><button type="submit" class="quiet stop" name="leave">${icon('log-out')}Leave</button></form>`,
)}
</details>`;
}

const outside = (): Html =>
  html`<div class="col"><p>You are not in this group.</p><form method="post" class="actions"><button type="submit" class="button" name="join">Join</button></form></div>`;

function conversation(shown: FezData, visit: ChatVisit): Html {
  const { posts = [], paginator, readCount = 0 } = shown.members ?? {};
  const linkTo = (start: number) => `/chats/${shown.fezID}?start=${start}`;
  const start = paginator?.start ?? 0;
  return html`${when(paginator, (list) => pager(list, linkTo))}
<ol class="msgs" id="messages" aria-live="polite" data-chat="${shown.fezID}" data-next="${start + posts.length}" data-total="${paginator?.total ?? 0}">${posts.map((post, index) => html`${dayRule(post, posts[index - 1], visit)}${when(start + index === readCount && index > 0, () => html`<li class="rule new" id="new">New</li>`)}${message(post, visit)}`)}${unsentTemplate('message')}</ol>
<p id="newest" class="hide">End of the chat</p>
${composer(visit)}`;
}

function dayRule({ timestamp }: FezPostData, before: FezPostData | undefined, { clock }: ChatVisit): Html {
  if (before && clock.isSameDay(before.timestamp, timestamp)) return nothing;
  return html`<li class="rule">${clock.isSameDay(timestamp, clock.now) ? 'Today' : clock.day(timestamp)}</li>`;
}

function message({ postID, author, text, timestamp, image }: FezPostData, { clock, viewer }: ChatVisit): Html {
  const isOwn = author.userID === viewer?.userID;
  return html`<li class="msg${isOwn ? ' own' : ''}" id="p${postID}">
${isOwn ? nothing : face(author, 's')}
<p class="by">${isOwn ? html`<span class="hide">You</span>` : personLink(author)} ${clock.time(timestamp)}</p>
${when(image, (name) => html`<a class="pic" href="/api/v3/image/full/${name}"><img src="/api/v3/image/thumb/${name}" alt="A picture" loading="lazy"></a>`)}
<div class="text">${prose(text)}</div>
</li>`;
}

function composer(visit: ChatVisit): Html {
  const { field, trouble } = fieldsOf(visit, 'post');
  return html`<form class="col note" method="post"${keepsMessages}>${actionField('post')}${keyField()}${trouble()}
${field({ name: 'text', label: 'Your message', isMultiline: true, isRequired: true, maxLength: 2047 })}
<p class="actions"><button type="submit" class="button">${icon('send')}Send</button></p></form>`;
}

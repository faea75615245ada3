import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { queryInteger, queryLimit } from '#contract/query.ts';
import { mapReactions, type Reaction } from '#core/posts/records.ts';
import type { UserHeader } from '#core/users/records.ts';
import { fezApi } from '#features/fez/api.ts';
import { type FezData, type FezPostData, kinds, type MembersOnlyData } from '#features/fez/records.ts';
import { menuLink, menuTemplate, messageMenu, messageReactions } from '../../frame/chat-reactions.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { pager } from '../../frame/pager.ts';
import { face, getShownName, personLink } from '../../frame/people.ts';
import { picture } from '../../frame/posts.ts';
import { reportLink } from '../../frame/report-link.ts';
import { prose } from '../../frame/text.ts';
import { unsentTemplate } from '../../frame/unsent.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { postForm, postFormFor, readPostForm } from '../posts/write-post.ts';

const byPost = { value: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)) };
type ChatVisit = Visit<
  { readonly chat: string },
  { readonly start: number | undefined; readonly limit: number | undefined; readonly menu: number | undefined },
  'post' | 'delete' | 'join' | 'leave' | 'mute' | 'unmute' | Reaction | 'unreact'
>;
const inChat = ({ params }: ChatVisit) => ({ fezID: params.chat });
const toChat = (visit: ChatVisit) => ({ params: inChat(visit) });
/** Afterwards the same messages are shown, at the one reacted to. */
const reactionAction = (endpoint: (typeof fezApi)[Reaction | 'unreact']) =>
  call(
    endpoint,
    byPost,
    (_visit: ChatVisit, { value }) => ({ params: { postID: value } }),
    ({ address }, { value }) => `${address}#p${value}`,
  );

/** A chat or appointment: its members, its messages and a composer. */
export const chat = page({
  path: '/chats/{chat}',
  place: 'chats',
  params: { chat: uuid },
  query: { start: queryInteger, limit: queryLimit(undefined), menu: queryInteger },
  asks: [fezApi.read],
  mayAsk: [fezApi.post],
  actions: {
    post: call(
      fezApi.post,
      postForm,
      (visit: ChatVisit, form) => ({ params: inChat(visit), body: readPostForm(form) }),
      ({ params }) => `/chats/${params.chat}#newest`,
    ),
    delete: call(fezApi.deletePost, byPost, (_visit: ChatVisit, { value }) => ({ params: { postID: value } })),
    favorite: call(fezApi.addFavorite, {}, toChat),
    unfavorite: call(fezApi.removeFavorite, {}, toChat),
    join: call(fezApi.join, {}, toChat),
    leave: call(fezApi.unjoin, {}, toChat, () => '/chats'),
    mute: call(fezApi.mute, {}, toChat),
    unmute: call(fezApi.unmute, {}, toChat),
    ...mapReactions((reaction) => reactionAction(fezApi[reaction])),
    unreact: reactionAction(fezApi.unreact),
  },
  async show(visit) {
    const shown = await readFromFirstUnread(visit);
    const main = html`<main class="talk">
<div class="roof"><header class="head">
<a class="icon back" href="/chats">${icon('chevron-left')}<span class="hide">All chats</span></a>
<div class="who">${shown.members ? html`<h1 class="line">${shown.title}</h1><p class="line">${describe(shown, visit)}</p>` : html`<h1>${shown.title}</h1>`}</div>
${when(shown.members, ({ isFavorite }) => html`<form method="post"><button type="submit" class="icon" name="${visit.action(isFavorite ? 'unfavorite' : 'favorite')}" aria-pressed="${String(isFavorite)}" aria-label="Favorite">${icon('star')}</button></form>`)}
</header></div>
${shown.members ? html`${aboutSection(shown, shown.members, visit)}${conversation(shown, visit)}` : previewForOutsiders(shown, visit)}
</main>`;
    return { title: shown.title, main };
  },
});

/** Shows the first unread message, and the newest too if both fit on one page. */
async function readFromFirstUnread(visit: ChatVisit): Promise<FezData> {
  const read = (start: number | undefined) =>
    visit.ask(fezApi.read, { params: { fezID: visit.params.chat }, query: { start, limit: visit.query.limit } });
  const shown = await read(visit.query.start);
  if (visit.query.start !== undefined || !shown.members?.paginator) return shown;
  const { readCount, paginator } = shown.members;
  const { start, limit, total } = paginator;
  const end = start + limit;
  const fitsOnOnePage = total - readCount <= limit;
  if (end >= total || (!fitsOnOnePage && readCount < end)) return shown;
  const other = await read(fitsOnOnePage ? total - limit : readCount - 1);
  return other.members ? { ...other, members: { ...other.members, readCount } } : shown;
}

/** When and where people meet, or who is in a chat. */
function describe({ members, participantCount, startTime, location }: FezData, { clock }: ChatVisit): Html {
  if (startTime) return html`${clock.moment(startTime)}${when(location, (place) => html`, ${place}`)}`;
  if (members && members.participants.length <= 8) return html`${members.participants.map(getShownName).join(', ')}`;
  return html`${participantCount} ${participantCount === 1 ? 'person' : 'people'}`;
}

/** What people see of a chat before joining it, and its members. */
function aboutSection(shown: FezData, members: MembersOnlyData, visit: ChatVisit): Html {
  return html`<details class="col"><summary>${icon('info')}Details and members</summary>
${factList(shown, visit)}
${listMembers(members)}
<form method="post" class="actions">${membershipButtons(shown, members, visit)}${chatTools(shown, visit)}</form>
</details>`;
}

/** A group's kind, time, place, size and owner. */
function factList(shown: FezData, { clock }: ChatVisit): Html {
  const { fezType, info, startTime, endTime, location, cancelled, owner } = shown;
  return html`${when(cancelled, () => html`<p class="say stop">${icon('circle-alert')}<span>This event was cancelled.</span></p>`)}
<dl class="facts"><dt>Kind</dt><dd>${kinds[fezType].label}</dd>
${when(startTime, (start) => html`<dt>When</dt><dd>${clock.day(start)}, ${clock.time(start)}${when(endTime, (end) => html` to ${clock.time(end)}`)}</dd>`)}
${when(location, (place) => html`<dt>Where</dt><dd>${place}</dd>`)}
${when(kinds[fezType].hasOthers, () => html`<dt>People</dt><dd>${countPeople(shown)}</dd><dt>Started by</dt><dd>${personLink(owner)}</dd>`)}</dl>
${when(info, (text) => html`<div class="prose">${prose(text)}</div>`)}`;
}

function countPeople({ participantCount, minParticipants, maxParticipants }: FezData): string {
  const count = maxParticipants > 0 ? `${participantCount} of ${maxParticipants}` : String(participantCount);
  return minParticipants > 0 ? `${count}, minimum ${minParticipants}` : count;
}

function membershipButtons(
  { fezType, visibility }: FezData,
  { isMuted, participants, waitingList }: MembersOnlyData,
  visit: ChatVisit,
): Html {
  if (!isParticipant({ participants, waitingList }, visit))
    return visibility === 'private'
      ? nothing
      : html`<button type="submit" class="quiet" name="${visit.action('join')}">Join</button>`;
  return html`<button type="submit" class="quiet" name="${visit.action(isMuted ? 'unmute' : 'mute')}">${icon('bell-off')}${isMuted ? 'Unmute' : 'Mute'}</button>${when(kinds[fezType].isLeftFreely, () => html`<button type="submit" class="quiet stop" name="${visit.action('leave')}">${icon('log-out')}Leave</button>`)}`;
}

const isParticipant = (
  { participants, waitingList }: Pick<MembersOnlyData, 'participants' | 'waitingList'>,
  { viewer }: ChatVisit,
): boolean => [...participants, ...waitingList].some(({ userID }) => userID === viewer?.userID);

const listMembers = ({ participants, waitingList }: Pick<MembersOnlyData, 'participants' | 'waitingList'>): Html =>
  html`<h2>Members</h2><ul class="rows">${participants.map(memberLine)}</ul>
${when(waitingList.length, () => html`<h2>Waiting list</h2><ul class="rows">${waitingList.map(memberLine)}</ul>`)}`;

const memberLine = (user: UserHeader): Html => html`<li>${face(user, 's')}<div><h3>${personLink(user)}</h3></div></li>`;

/** Further actions: the owner edits it, members add an appointment to their calendar, others report it. */
function chatTools({ fezID, fezType, owner, startTime }: FezData, visit: ChatVisit): Html {
  const { group, isReportable } = kinds[fezType];
  const isOwn = owner.userID === visit.viewer?.userID;
  return html`${isOwn ? html`<a class="quiet" href="/chats/${fezID}/edit">${icon('pencil')}Edit</a>` : nothing}
${when(group === 'privateEvent' && startTime, () => html`<a class="quiet" href="/chats/${fezID}/calendar">${icon('calendar')}Add to calendar</a>`)}
${isReportable && !isOwn ? reportLink(visit, 'chat', fezID) : nothing}`;
}

/** What people who aren't in it see. */
function previewForOutsiders(shown: FezData, visit: ChatVisit): Html {
  return html`<div class="col lone note">${factList(shown, visit)}${joinButtons(shown, visit)}</div>`;
}

function joinButtons({ participantCount, maxParticipants, cancelled, visibility }: FezData, visit: ChatVisit): Html {
  if (cancelled || visibility === 'private') return nothing;
  const isFull = maxParticipants > 0 && participantCount >= maxParticipants;
  return html`${isFull ? html`<p>This group is full. If you join the waiting list, you’ll get a spot when someone leaves.</p>` : nothing}
<form method="post" class="actions"><button type="submit" class="button" name="${visit.action('join')}">${isFull ? 'Join the waiting list' : 'Join'}</button></form>`;
}

function conversation(shown: FezData, visit: ChatVisit): Html {
  const { posts = [], paginator, readCount = 0 } = shown.members ?? {};
  const linkTo = (start: number) => `/chats/${shown.fezID}?start=${start}`;
  const start = paginator?.start ?? 0;
  const firstNew = Math.max(0, readCount - start);
  const mayReact = shown.members !== undefined && canReact(shown, shown.members, visit);
  return html`${when(paginator, (list) => pager(list, linkTo))}
<form method="post"${getActionOfPage(paginator, visit)}><ol class="msgs" id="messages" aria-live="polite" data-chat="${shown.fezID}"${mayReact ? html` data-reacts` : nothing} data-next="${start + posts.length}" data-total="${paginator?.total ?? 0}">${messages(shown, firstNew, mayReact, visit)}${unsentTemplate('message')}</ol></form>
${endOfChat(firstNew < posts.length)}
${kinds[shown.fezType].hasPosts ? composer(shown, visit) : nothing}`;
}

/**
 * Keeps the page of messages that is shown. Without an address of its own, the page with the newest messages would
 * follow, since everything shown has been read.
 */
function getActionOfPage(paginator: MembersOnlyData['paginator'], { query }: ChatVisit): Html {
  if (!paginator) return nothing;
  const { start, limit, total } = paginator;
  // Once chosen from, a menu closes.
  if (query.menu !== undefined) return html` action="?start=${start}"`;
  if (query.start !== undefined) return nothing;
  const isLast = start === Math.floor(Math.max(0, total - 1) / limit) * limit;
  return isLast ? nothing : html` action="?start=${start}"`;
}

/** Members react; moderators who read along in an open chat only read (fez rule 92). */
const canReact = ({ fezType }: FezData, members: MembersOnlyData, visit: ChatVisit): boolean =>
  visit.isOpen(fezApi.like) && (isParticipant(members, visit) || !kinds[fezType].isOpenToModerators);

/**
 * The target of links to the newest message, and of links to new messages once they have been read. It's in the normal
 * flow below the messages: browsers scroll to it, so it must not be positioned.
 */
function endOfChat(hasNew: boolean): Html {
  const end = html`<p id="newest"><span class="hide">End of the chat</span></p>`;
  return hasNew ? end : html`<div id="new" ${initialFocus}>${end}</div>`;
}

/**
 * Browsers scroll to the element with this unless the address has a fragment, so a plain link to a chat opens at the
 * new messages, even without script. No keyboard pops up, since the element isn't a field.
 */
const initialFocus = html`tabindex="-1" autofocus`;

const isOwn = ({ author }: FezPostData, { viewer }: ChatVisit): boolean => author.userID === viewer?.userID;

/** Messages in order, grouped by day, with a rule before the first new one. */
function messages(shown: FezData, firstNew: number, mayReact: boolean, visit: ChatVisit): Html {
  const { posts = [], paginator } = shown.members ?? {};
  const report = createReportLink(shown, visit);
  const actions = (post: FezPostData): Html => {
    if (isOwn(post, visit)) return deleteButton(post, visit);
    if (!mayReact) return html`<p class="about">${report(post.postID)}</p>`;
    const link = menuLink(post, paginator?.start ?? 0);
    return visit.query.menu === post.postID ? html`${link}${messageMenu(post.postID, report, visit)}` : link;
  };
  const show = (post: FezPostData): Html =>
    message(post, actions(post), messageReactions(post, mayReact && !isOwn(post, visit), visit), visit);
  return html`${posts.map((post, index) => html`${dayRule(post, posts[index - 1], visit)}${when(index === firstNew, () => html`<li class="rule new" id="new" ${initialFocus}>New</li>`)}${show(post)}`)}${mayReact ? menuTemplate(report, visit) : nothing}`;
}

function dayRule({ timestamp }: FezPostData, before: FezPostData | undefined, { clock }: ChatVisit): Html {
  if (before && clock.isSameDay(before.timestamp, timestamp)) return nothing;
  return html`<li class="rule">${clock.isSameDay(timestamp, clock.now) ? 'Today' : clock.day(timestamp)}</li>`;
}

function message(post: FezPostData, actions: Html, reactions: Html, visit: ChatVisit): Html {
  const { postID, author, text, timestamp, image, imageDescription } = post;
  const isMine = isOwn(post, visit);
  return html`<li class="msg${isMine ? ' own' : ''}" id="p${postID}">
${isMine ? nothing : face(author, 's')}
<p class="by">${isMine ? html`<span class="hide">You</span>` : personLink(author)} ${visit.clock.time(timestamp)}</p>
${when(image, (name) => picture(name, imageDescription))}
<div class="text">${prose(text)}</div>
${actions}${reactions}</li>`;
}

/** Links to report a message, where members may. */
function createReportLink({ fezType }: FezData, visit: ChatVisit): (postID: number | string) => Html {
  const { isReportable, disclosesInReports = false } = kinds[fezType];
  const canReport = isReportable || (disclosesInReports && visit.isOpen(fezApi.reportDisclosure));
  return (postID) => (canReport ? reportLink(visit, 'message', postID) : nothing);
}

const deleteButton = ({ postID }: FezPostData, visit: ChatVisit): Html =>
  html`<p class="about"><button type="submit" class="icon" name="${visit.action('delete')}" value="${postID}">${icon('trash-2')}<span class="hide">Delete this message</span></button></p>`;

const composer = ({ fezType }: FezData, visit: ChatVisit): Html =>
  postFormFor(visit, {
    action: 'post',
    label: 'Your message',
    waits: 'elsewhere',
    button: html`${icon('send')}Send`,
    maxPictures: kinds[fezType].takesImages ? 1 : 0,
  });

/** An appointment for the phone's own calendar. */
export const chatAsCalendar = page({
  path: '/chats/{appointment}/calendar',
  params: { appointment: uuid },
  isFile: true,
  asks: [fezApi.personalEventCalendar],
  show: async (visit) => ({
    content: await visit.ask(fezApi.personalEventCalendar, { params: { fezID: visit.params.appointment } }),
  }),
});

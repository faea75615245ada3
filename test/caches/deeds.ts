import assert from 'node:assert/strict';
import { chatFields, eventFields, groupFields } from '../features/fez/support.ts';
import type { User } from '../support/app.ts';

/** Something that certainly changes what some calls answer. */
export interface Deed {
  readonly what: string;
  /** Calls about what changes; everybody concerned makes them. */
  readonly paths: readonly string[];
  act(): Promise<void>;
}

type People = Readonly<Record<'ada' | 'bob' | 'eve' | 'moderator' | 'admin', User>>;

const api = '/api/v3';
const summary = `${api}/notification/user`;
const later = '2025-03-05T18:00:00.000Z';

async function post(user: User, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const reply = await user.send('POST', `${api}${path}`, body === undefined ? {} : { body });
  assert.ok(reply.status < 300, `${user.username} POST ${path}: ${reply.status} ${reply.reason}`);
  const text = reply.bytes.toString('utf8');
  return text.startsWith('{') ? JSON.parse(text) : {};
}

async function list(user: User, path: string, pick: RegExp): Promise<string> {
  const { bytes } = await user.send('GET', `${api}${path}`);
  const [, found] = pick.exec(bytes.toString('utf8')) ?? [];
  assert.ok(found, `${path} names nothing like ${pick}`);
  return found;
}

/**
 * Deeds in the areas whose answers are cached, each with the calls it changes. What they are about is created first; the
 * round makes texts differ.
 */
export async function prepareDeeds({
  ada,
  bob,
  eve,
  moderator,
  admin,
}: People): Promise<(round: number) => readonly Deed[]> {
  const texts = (text: string) => ({ text, images: [] });
  const initialUsers = [bob.userID, eve.userID];
  const [chat, group, breakfast] = [
    await post(ada, '/fez/create', { ...chatFields, title: 'Chat', initialUsers }),
    await post(ada, '/fez/create', { ...groupFields, maxCapacity: 8 }),
    await post(ada, '/fez/create', { ...eventFields, initialUsers }),
  ].map(({ fezID }) => String(fezID));
  const tweet = String((await post(ada, '/microblog/create', texts('Ahoy @bob'))).postID);
  const category = await list(
    ada,
    '/forum/categories',
    /"categoryID":"([^"]+)","title":"[^"]*","purpose":"[^"]*","isRestricted":false,"isEventCategory":false/,
  );
  const forum = String(
    (await post(ada, `/forum/categories/${category}/create`, { title: 'Knots', firstPost: texts('Bowline') })).forumID,
  );
  const forumPost = await list(ada, `/forum/${forum}`, /"postID":(\d+)/);
  const eventID = await list(ada, '/events', /"eventID":"([^"]+)"/);
  const about = (user: User) => [`${api}/users/${user.userID}/header`, `${api}/users/${user.userID}/profile`];
  const chatPaths = [`${api}/fez/${chat}`, `${api}/fez/joined`, summary];
  const groupPaths = [`${api}/fez/${group}`, `${api}/fez/open`, `${api}/fez/joined`, `${api}/user/appointments`];
  const feedPaths = [`${api}/microblog`, `${api}/microblog/${tweet}`, `${api}/microblog/user/${ada.userID}`, summary];
  const forumPaths = [
    `${api}/forum/${forum}`,
    `${api}/forum/categories`,
    `${api}/forum/categories/${category}`,
    `${api}/forum/recent`,
    summary,
  ];
  const news = [`${api}/notification/announcements`, summary, `${api}/notification/global`];
  const hidden = [...about(ada), `${api}/microblog`, `${api}/forum/${forum}`, `${api}/fez/open`, `${api}/fez/joined`];
  const created: { announcement?: string; post?: string } = {};

  return (round) => {
    const deed = (
      what: string,
      paths: readonly string[],
      user: User,
      path: () => string,
      body?: () => unknown,
    ): Deed => ({
      what,
      paths,
      act: async () => void (await post(user, path(), body?.())),
    });
    const word = `round ${round}`;
    return [
      deed(
        'writes in a chat',
        chatPaths,
        ada,
        () => `/fez/${chat}/post`,
        () => texts(word),
      ),
      deed(
        'renames a chat',
        chatPaths,
        ada,
        () => `/fez/${chat}/update`,
        () => ({ ...chatFields, title: word }),
      ),
      deed('mutes a chat', chatPaths, bob, () => `/fez/${chat}/mute${round % 2 ? '/remove' : ''}`),
      {
        what: 'reads a chat',
        paths: chatPaths,
        async act() {
          await post(ada, `/fez/${chat}/post`, texts(`${word} to read`));
          await eve.send('GET', `${api}/fez/${chat}`);
        },
      },
      {
        what: 'reads the announcements',
        paths: [summary],
        async act() {
          await eve.send('GET', `${api}/notification/announcements`);
        },
      },
      deed('joins a group', [...groupPaths, `/dayplanner/eve/dayplanner.ics`], eve, () => `/fez/${group}/join`),
      deed(
        'renames a group',
        groupPaths,
        ada,
        () => `/fez/${group}/update`,
        () => ({ ...groupFields, maxCapacity: 8, title: word }),
      ),
      deed('leaves a group', [...groupPaths, `/dayplanner/eve/dayplanner.ics`], eve, () => `/fez/${group}/unjoin`),
      deed(
        'changes a private event',
        [`${api}/fez/${breakfast}`, `${api}/user/appointments`, summary],
        ada,
        () => `/fez/${breakfast}/update`,
        () => ({ ...eventFields, title: word }),
      ),
      deed(
        'posts',
        feedPaths,
        ada,
        () => '/microblog/create',
        () => texts(`${word} @bob anchor`),
      ),
      deed(
        'edits a post',
        feedPaths,
        ada,
        () => `/microblog/${tweet}/update`,
        () => texts(word),
      ),
      deed('likes a post', feedPaths, bob, () => `/microblog/${tweet}/${round % 2 ? 'love' : 'like'}`),
      deed(
        'writes in a forum',
        forumPaths,
        ada,
        () => `/forum/${forum}/create`,
        () => texts(`${word} @bob`),
      ),
      deed(
        'edits a forum post',
        [...forumPaths, `${api}/forum/post/${forumPost}`],
        ada,
        () => `/forum/post/${forumPost}/update`,
        () => texts(`${word} edited`),
      ),
      deed('renames a forum', forumPaths, ada, () => `/forum/${forum}/rename/${encodeURIComponent(word)}`),
      deed('mutes a forum', forumPaths, bob, () => `/forum/${forum}/mute${round % 2 ? '/remove' : ''}`),
      deed(
        'follows an event',
        [`${api}/events/favorites`, `${api}/events/${eventID}`, `${api}/user/appointments`, summary],
        eve,
        () => `/events/${eventID}/favorite${round % 2 ? '/remove' : ''}`,
      ),
      {
        what: 'announces',
        paths: news,
        async act() {
          await post(admin, '/notification/announcement/create', { text: word, displayUntil: later });
          created.announcement = await list(admin, '/notification/announcements', /"id":(\d+)/);
        },
      },
      deed(
        'edits an announcement',
        news,
        admin,
        () => `/notification/announcement/${created.announcement}/edit`,
        () => ({ text: `${word} again`, displayUntil: later }),
      ),
      deed('deletes an announcement', news, admin, () => `/notification/announcement/${created.announcement}/delete`),
      deed(
        'edits a profile',
        [...about(ada), ...feedPaths, `${api}/fez/${chat}`],
        ada,
        () => '/user/profile',
        () => ({ displayName: word }),
      ),
      deed(
        'gets a role',
        [`${api}/user/whoami`, `${api}/users/userrole/shutternautmanager`],
        admin,
        () => `/admin/userroles/shutternautmanager/${round % 2 ? 'removerole' : 'addrole'}/${ada.userID}`,
      ),
      deed('adds an alert word', [`${api}/user/alertwords`, summary], bob, () => '/user/alertwords/add/anchor'),
      deed(
        'mutes a word',
        [`${api}/user/mutewords`, `${api}/microblog`, `${api}/forum/${forum}`],
        bob,
        () => `/user/mutewords/${round % 2 ? 'remove' : 'add'}/ahoy`,
      ),
      deed(
        'mutes a user',
        [`${api}/users/mutes`, `${api}/microblog`, `${api}/forum/${forum}`, summary],
        eve,
        () => `/users/${ada.userID}/mute`,
      ),
      deed(
        'unmutes a user',
        [`${api}/users/mutes`, `${api}/microblog`, `${api}/forum/${forum}`, summary],
        eve,
        () => `/users/${ada.userID}/unmute`,
      ),
      deed('blocks a user', [...hidden, `${api}/users/blocks`], eve, () => `/users/${ada.userID}/block`),
      deed('unblocks a user', [...hidden, `${api}/users/blocks`], eve, () => `/users/${ada.userID}/unblock`),
      deed(
        'changes settings',
        [`${api}/client/settings`, `${api}/admin/serversettings`, summary],
        admin,
        () => '/admin/serversettings/update',
        () => ({ shipWifiSSID: word, maxImageSize: 1_000_000 + round }),
      ),
      deed(
        'is quarantined',
        [...about(bob), `${api}/user/whoami`],
        moderator,
        () => `/mod/user/${bob.userID}/tempquarantine/${round % 2 ? 0 : 2}`,
      ),
    ];
  };
}

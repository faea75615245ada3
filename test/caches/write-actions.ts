import assert from 'node:assert/strict';
import { chatFields, eventFields, groupFields } from '../features/fez/support.ts';
import type { TestApp, User } from '../support/app.ts';

/** A write that certainly changes some responses. */
export interface WriteAction {
  readonly what: string;
  /** Calls whose responses may change; everyone concerned makes them. */
  readonly paths: readonly string[];
  act(): Promise<void>;
}

type People = Readonly<Record<'ada' | 'bob' | 'eve' | 'moderator' | 'admin', User>>;

const api = '/api/v3';
const summary = `${api}/notification/user`;
const laterDate = '2025-03-05T18:00:00.000Z';

async function post(user: User, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const reply = await user.send('POST', `${api}${path}`, body === undefined ? {} : { body });
  assert.ok(reply.status < 300, `${user.username} POST ${path}: ${reply.status} ${reply.reason}`);
  const text = reply.bytes.toString('utf8');
  return text.startsWith('{') ? JSON.parse(text) : {};
}

async function findInList(user: User, path: string, pick: RegExp): Promise<string> {
  const { bytes } = await user.send('GET', `${api}${path}`);
  const [, found] = pick.exec(bytes.toString('utf8')) ?? [];
  assert.ok(found, `${path} names nothing like ${pick}`);
  return found;
}

/**
 * Writes in the areas that cache responses, each with the calls whose responses it changes. First creates the content
 * that they change; `round` makes texts differ.
 */
export async function prepareWriteActions(
  app: TestApp,
  { ada, bob, eve, moderator, admin }: People,
): Promise<(round: number) => readonly WriteAction[]> {
  const texts = (text: string) => ({ text, images: [] });
  const initialUsers = [bob.userID, eve.userID];
  const [chat, group, breakfast] = [
    await post(ada, '/fez/create', { ...chatFields, title: 'Chat', initialUsers }),
    await post(ada, '/fez/create', { ...groupFields, maxCapacity: 8 }),
    await post(ada, '/fez/create', { ...eventFields, initialUsers }),
  ].map(({ fezID }) => String(fezID));
  const tweet = String((await post(ada, '/microblog/create', texts('Ahoy @bob'))).postID);
  const category = await findInList(
    ada,
    '/forum/categories',
    /"categoryID":"([^"]+)","title":"[^"]*","purpose":"[^"]*","isRestricted":false,"isEventCategory":false/,
  );
  // This user is listed after the next one, unless that one is muted.
  await post(ada, `/forum/categories/${category}/create`, { title: 'Splices', firstPost: texts('Eye splice') });
  const forum = String(
    (await post(ada, `/forum/categories/${category}/create`, { title: 'Knots', firstPost: texts('Bowline') })).forumID,
  );
  const forumPost = await findInList(ada, `/forum/${forum}`, /"postID":(\d+)/);
  const eventID = await findInList(ada, '/events', /"eventID":"([^"]+)"/);
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
  await post(bob, '/user/alertwords/add/lantern');
  const performer = '6fb9fd0e-8a33-4c3b-bd25-6a4a1b9d0c11';
  /** Changes data that calls rarely change, with SQL: caches must notice that too. */
  const run = (sql: string) => app.context.db.transaction(({ sqlite }) => void sqlite.exec(sql));
  run(`
    INSERT INTO performers (id, is_official, name, years_attended, alternative_names, created_at, updated_at)
      VALUES ('${performer}', 1, 'Ada Brook', '[]', '[]', 0, 0);
    INSERT INTO event_performers (performer_id, event_id) VALUES ('${performer}', '${eventID}');
    INSERT INTO clip_songs (name, artist, bpm, slots, durations, is_portrait, is_complete, is_approved, updated_at)
      VALUES ('Sea song', 'Ada', 100, 1, '[6]', 0, 1, 1, 0);
    CREATE TEMP TABLE ended_tokens AS SELECT * FROM login_tokens WHERE user_id = '${eve.userID}';`);
  const performerPaths = [
    `${api}/performer/official`,
    `${api}/performer/${performer}`,
    `${api}/events/${eventID}`,
    `${api}/events`,
  ];
  const gamePaths = [`${api}/boardgames`];
  const initial = app.context.db.sqlite.prepare('SELECT initial FROM karaoke_songs LIMIT 1').pluck().get();
  const songPaths = [`${api}/karaoke?search=${initial}`];

  return (round) => {
    const deed = (
      what: string,
      paths: readonly string[],
      user: User,
      path: () => string,
      body?: () => unknown,
    ): WriteAction => ({
      what,
      paths,
      act: async () => void (await post(user, path(), body?.())),
    });
    const word = `round ${round}`;
    const change = (what: string, paths: readonly string[], sql: string): WriteAction => ({
      what,
      paths,
      act: async () => run(sql),
    });
    return [
      change('a performer is renamed', performerPaths, `UPDATE performers SET name = 'Ada ${word}'`),
      change('a performer leaves an event', performerPaths, 'DELETE FROM event_performers'),
      change(
        'a performer joins an event',
        performerPaths,
        `INSERT INTO event_performers (performer_id, event_id) VALUES ('${performer}', '${eventID}')`,
      ),
      change(
        'an event is renamed',
        [`${api}/events/${eventID}`, `${api}/events`],
        `UPDATE events SET title = '${word}' WHERE id = '${eventID}'`,
      ),
      change('a game is lost', gamePaths, 'UPDATE board_games SET deleted_at = 0 WHERE number = 1'),
      change('a game is found', gamePaths, 'UPDATE board_games SET deleted_at = NULL'),
      change('the songs are hidden', songPaths, 'UPDATE karaoke_libraries SET is_current = 0'),
      change('the songs are shown', songPaths, 'UPDATE karaoke_libraries SET is_current = 1'),
      change(
        'a clip song is ready',
        [summary],
        `INSERT INTO clip_songs_unseen SELECT '${eve.userID}', id FROM clip_songs`,
      ),
      change('a clip song was seen', [summary], 'DELETE FROM clip_songs_unseen'),
      change(
        'a category is renamed',
        [`${api}/forum/categories`, `${api}/forum/categories/${category}`],
        `UPDATE forum_categories SET title = '${word}' WHERE id = '${category}'`,
      ),
      change(
        'a login ends',
        [`${api}/user/whoami`, summary],
        `DELETE FROM login_tokens WHERE user_id = '${eve.userID}'`,
      ),
      change('a login comes back', [`${api}/user/whoami`], 'INSERT INTO login_tokens SELECT * FROM ended_tokens'),
      change(
        'the clock on board changes',
        [summary, `${api}/client/settings`, `${api}/events`],
        `UPDATE time_zone_changes SET abbreviation = 'T${round}T', zone_id = 'America/${round % 2 ? 'Chicago' : 'Denver'}'`,
      ),
      change(
        'the port zone is fixed',
        [`${api}/client/settings`, `${api}/events`, summary],
        `INSERT OR REPLACE INTO installation VALUES ('portTimeZone', 'America/${round % 2 ? 'Chicago' : 'Denver'}')`,
      ),
      deed(
        'announces what no one has read',
        [summary],
        admin,
        () => '/notification/announcement/create',
        () => ({ text: `${word} to read`, displayUntil: laterDate }),
      ),
      {
        what: 'reads the announcements',
        paths: [summary],
        async act() {
          await eve.send('GET', `${api}/notification/announcements`);
        },
      },
      deed(
        'posts an alert word',
        [summary],
        ada,
        () => '/microblog/create',
        () => texts(`${word} lantern`),
      ),
      deed(
        'mentions a user',
        [summary],
        ada,
        () => '/microblog/create',
        () => texts(`${word} @eve`),
      ),
      deed(
        'writes in a chat',
        chatPaths,
        ada,
        () => `/fez/${chat}/post`,
        () => texts(word),
      ),
      {
        what: 'reacts to a message',
        paths: chatPaths,
        async act() {
          const { postID } = await post(ada, `/fez/${chat}/post`, texts(`${word} to react to`));
          await post(bob, `/fez/post/${postID}/love`, {});
          await post(bob, `/fez/post/${postID}/laugh`, {});
        },
      },
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
      change(
        'a post that was read past is unread',
        [`${api}/fez/joined`, summary],
        `INSERT INTO fez_passed_over (user_id, fez_id, post_id)
          SELECT '${eve.userID}', fez_id, max(id) FROM fez_posts WHERE fez_id = '${chat}' GROUP BY fez_id`,
      ),
      change('a post that was read past is read', [`${api}/fez/joined`, summary], 'DELETE FROM fez_passed_over'),
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
          await post(admin, '/notification/announcement/create', {
            text: word,
            displayUntil: laterDate,
            mustSee: true,
          });
          created.announcement = await findInList(admin, '/notification/announcements', /"id":(\d+)/);
        },
      },
      deed(
        'edits an announcement',
        news,
        admin,
        () => `/notification/announcement/${created.announcement}/edit`,
        () => ({ text: `${word} again`, displayUntil: laterDate }),
      ),
      deed('dismisses an announcement', news, eve, () => `/notification/announcement/${created.announcement}/seen`),
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

import assert from 'node:assert/strict';
import type { Network } from '../support/weak-network.ts';
import { send, waitUntilNewest } from './messages.ts';
import type { Phone } from './phone.ts';
import type { Chat, Ship } from './ship.ts';
import { storageJourneys } from './storage-journeys.ts';

/** What a journey works with. */
export interface Scene {
  readonly phone: Phone;
  readonly ship: Ship;
  /** The network between the phone and the ship. */
  readonly network: Network;
  /** Name of the phone's browser engine. */
  readonly engine: string;
}

/** Something that people do on a phone, written once for all engines. */
export interface Journey {
  readonly name: string;
  /** Whether it also runs with JavaScript disabled. */
  readonly worksWithoutScript?: boolean;
  /** Why it can't pass in one engine, at an insecure origin without JavaScript. */
  readonly known?: { readonly engine: string; readonly reason: string };
  /** A script that runs before the page's own. */
  readonly planted?: string;
  run(scene: Scene): Promise<void>;
}

const signInForm = '[aria-labelledby="again"]';

async function signIn(phone: Phone, user: { readonly username: string; readonly password: string }): Promise<void> {
  await phone.fill('Username', user.username, signInForm);
  await phone.fill('Password', user.password, signInForm);
  await phone.press('Sign in', signInForm);
}

/** Opens a chat the way people do: by its name in the list. */
async function openFromList(phone: Phone, { ada, title, path }: Chat): Promise<void> {
  await phone.openAs(ada, '/chats');
  await phone.press(title);
  await phone.untilAt(path);
}

export const journeys: readonly Journey[] = [
  {
    name: 'signs in and gets to the page they wanted',
    worksWithoutScript: true,
    async run({ phone, ship }) {
      const ada = await ship.board();
      await phone.open('/chats');
      await phone.untilAt('/sign-in');
      await signIn(phone, ada);
      await phone.untilAt('/chats');
      await phone.until(`document.documentElement.dataset.account === '${ada.userID}'`);
    },
  },
  {
    name: 'someone else signs in at the first press',
    worksWithoutScript: true,
    async run({ phone, ship }) {
      const [ada, bob] = [await ship.board(), await ship.board()];
      await phone.openAs(ada, '/sign-in');
      await signIn(phone, bob);
      await phone.until(`document.documentElement.dataset.account === '${bob.userID}'`);
    },
  },
  {
    name: 'chats: a message is sent, and the reply is shown',
    worksWithoutScript: true,
    async run({ phone, ship }) {
      const chat = await ship.startChat();
      await phone.openAs(chat.ada, chat.path);
      await send(phone, 'Are you coming?');
      await waitUntilNewest(phone, 'Are you coming?');
      await chat.write('In a minute');
      if (!phone.hasScript) await phone.open(chat.path);
      await waitUntilNewest(phone, 'In a minute');
      assert.deepEqual(await chat.listTexts(), ['Are you coming?', 'In a minute']);
    },
  },
  {
    name: 'a chat that was read opens at its newest message',
    worksWithoutScript: true,
    async run({ phone, ship }) {
      const chat = await ship.startChat(40);
      await chat.readAll();
      await openFromList(phone, chat);
      await waitUntilNewest(phone, 'message 40');
    },
  },
  {
    name: 'a chat with unread messages opens at the first of them',
    worksWithoutScript: true,
    async run({ phone, ship }) {
      const chat = await ship.startChat(30);
      await chat.readAll();
      for (let number = 31; number <= 60; number += 1) await chat.write(`message ${number}`);
      await openFromList(phone, chat);
      await phone.untilInView('#new');
      await phone.untilInView('#new + .msg');
      assert.equal((await phone.textsOf('#new + .msg .text'))[0], 'message 31');
    },
  },
  {
    name: 'a message sent from further up is in view',
    worksWithoutScript: true,
    async run({ phone, ship }) {
      const chat = await ship.startChat(40);
      await chat.readAll();
      await openFromList(phone, chat);
      await phone.evaluate('scrollTo(0, 0)');
      await send(phone, 'from further up');
      await waitUntilNewest(phone, 'from further up');
    },
  },
  {
    name: 'Back shows the messages that came meanwhile',
    async run({ phone, ship }) {
      const chat = await ship.startChat(3);
      await phone.openAs(chat.ada, chat.path);
      await waitUntilNewest(phone, 'message 3');
      await phone.press('All chats');
      await phone.untilAt('/chats');
      await chat.write('while you were away');
      await phone.back();
      await waitUntilNewest(phone, 'while you were away');
    },
  },
  {
    name: 'starts one thread with a picture, pressing twice',
    worksWithoutScript: true,
    async run({ phone, ship }) {
      const ada = await ship.board();
      await phone.openAs(ada, ship.newThreadPath);
      await phone.fill('Title', `Whales of ${ada.username}`);
      await phone.fill('First post', 'Seen from deck 7');
      await phone.press('Add pictures');
      await phone.chooseFile(ship.picture);
      await phone.pressTwice('Start thread');
      await phone.until(`location.pathname.startsWith('/forums/thread/')`);
      await phone.untilPictureShown(`document.querySelector('article img')`);
      const address = await phone.evaluate<string>('location.pathname');
      assert.deepEqual(await ship.listThread(address.replace('/forums/thread/', '')), [['Seen from deck 7', 1]]);
      assert.equal(await ship.countThreadsOf(ada), 1);
    },
  },
  {
    name: 'follows an event, and its star is full after Back',
    worksWithoutScript: true,
    async run({ phone, ship }) {
      const { id, title } = ship.event;
      const ada = await ship.board();
      const star = (isFull: boolean) => `document.querySelector('#e-${id} [aria-pressed="${isFull}"]')`;
      await phone.openAs(ada, ship.event.listPath);
      await phone.until(star(false));
      await phone.press(title);
      await phone.untilAt(`/event/${id}`);
      await phone.press('Follow');
      await phone.untilShown('Following');
      assert.ok(await ship.follows(ada));
      if (phone.hasScript) await phone.back();
      else await phone.open(ship.event.listPath);
      await phone.until(star(true));
    },
  },
  {
    name: 'a message written out of reach waits, and is sent once',
    async run({ phone, ship, network }) {
      const chat = await ship.startChat();
      await phone.openAs(chat.ada, chat.path);
      network.cut();
      await send(phone, 'out of reach');
      await phone.until(`document.querySelector('.waits:not([hidden])')?.innerText.includes('out of reach')`);
      network.restore();
      await phone.evaluate("dispatchEvent(new Event('online'))");
      await waitUntilNewest(phone, 'out of reach');
      await phone.until(`!document.querySelector('.waits:not([hidden])')`);
      assert.deepEqual(await chat.listTexts(), ['out of reach']);
    },
  },
  {
    name: 'what to press stays where it is while notices come and go',
    async run({ phone, ship, network }) {
      const ada = await ship.board();
      const button = `[...document.querySelectorAll('main button')].find(({ innerText }) => innerText === 'Start thread')`;
      const locate = () => phone.evaluate<number>(`${button}.getBoundingClientRect().top`);
      await phone.openAs(ada, ship.newThreadPath);
      await phone.fill('Title', `Dolphins of ${ada.username}`);
      await phone.fill('First post', 'Off the bow');
      const before = await locate();
      network.cut();
      await phone.press('Start thread');
      await phone.untilInView('#stale');
      await phone.untilInView('[data-trouble]');
      assert.equal(await locate(), before, 'when the ship is out of reach');
      network.restore();
      await phone.evaluate("dispatchEvent(new Event('online'))");
      await phone.until(`document.querySelector('#stale').hidden`);
      assert.equal(await locate(), before, 'when it is back');
      await phone.press('Start thread');
      await phone.until(`location.pathname.startsWith('/forums/thread/')`);
      assert.equal(await ship.countThreadsOf(ada), 1);
    },
  },
  {
    name: 'signs out, and Back shows nothing of them',
    worksWithoutScript: true,
    known: {
      engine: 'WebKit',
      reason:
        'over plain http WebKit keeps every page in memory, whatever its headers say; the page says to close the tab',
    },
    async run({ phone, ship }) {
      const chat = await ship.startChat();
      await chat.write('a secret');
      await phone.openAs(chat.ada, chat.path);
      await waitUntilNewest(phone, 'a secret');
      await phone.open('/sign-out');
      await phone.press('Sign out on this phone');
      await phone.untilAt('/sign-in');
      for (let times = 1; times <= 2; times += 1) {
        await phone.back();
        await phone.until(`!document.body.innerText.includes('a secret')`);
      }
      await phone.open('/chats');
      await phone.untilAt('/sign-in');
    },
  },
  {
    name: 'a moderator takes a report and deletes the post',
    worksWithoutScript: true,
    async run({ phone, ship }) {
      const { author, forumID } = await ship.reportThread('cabin 7012, sleep well');
      await phone.openAs(ship.moderator, '/desk/reports');
      await phone.press(`Forum post by ${author.username}`);
      await phone.press('Handle this');
      await phone.untilShown('You’ve been handling this since');
      await phone.press('Delete', '.verdict');
      await phone.untilAt('/desk/reports');
      assert.deepEqual(await ship.listThread(forumID), [['What stood before it', 0]]);
    },
  },
  {
    name: 'the wall screen shows an announcement by itself',
    worksWithoutScript: true,
    // The page polls every 20 seconds; this makes it 20 times faster.
    planted: 'const set = setInterval; globalThis.setInterval = (run, pause) => set(run, pause / 20);',
    async run({ phone, ship }) {
      await phone.open('/wall');
      await phone.untilShown('Now and next');
      const text = `Clocks go back, says ${(await ship.board()).username}`;
      await ship.announce(text);
      if (!phone.hasScript) {
        await phone.until(`document.querySelector('noscript meta[http-equiv="refresh"]')`);
        await phone.open('/wall');
      }
      await phone.untilShown(text);
    },
  },
  ...storageJourneys,
];

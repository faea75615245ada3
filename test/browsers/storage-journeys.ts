import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { noFilesStored, storageFailures } from '../support/storage-failures.ts';
import type { Journey, Scene } from './journeys.ts';
import { send, waitUntilNewest } from './messages.ts';

/** Ways in which a phone's storage fails. They're injected so that they're the same in every engine. */
const failures: Readonly<Record<string, string>> = {
  'in a private tab': noFilesStored,
  'when the quota is exceeded': storageFailures['the phone is full'],
  'when the database server is lost': storageFailures['the connection is lost every time'],
  'when the store never answers': storageFailures['the database never answers'],
};

/** What happens to content written offline, in the words of README.md. */
type Outcome = 'waits on the phone' | 'stays in the form, which says why' | 'signs out';

/**
 * Waits until the written content is queued on the phone, or the form explains why it can't be. Then restores the
 * network and sends it.
 */
async function goBackOnline({ phone, network }: Scene, button: string): Promise<Outcome> {
  const waiting = `document.querySelector('.waits:not([hidden])')`;
  const explained = `document.querySelector('[data-trouble]')?.innerText.includes('Keep this page open')`;
  await phone.until(`${waiting} ?? ${explained}`);
  network.restore();
  if (await phone.evaluate(`${waiting} !== null`)) {
    await phone.evaluate("dispatchEvent(new Event('online'))");
    return 'waits on the phone';
  }
  await phone.press(button);
  return 'stays in the form, which says why';
}

const storageActs: Readonly<Record<string, (scene: Scene) => Promise<Outcome>>> = {
  async 'a message is sent once'(scene) {
    const { phone, ship, network } = scene;
    const chat = await ship.startChat();
    await phone.openAs(chat.ada, chat.path);
    await phone.fill('Your message', 'in reach');
    await phone.pressTwice('Send');
    await waitUntilNewest(phone, 'in reach');
    network.cut();
    await send(phone, 'out of reach');
    const outcome = await goBackOnline(scene, 'Send');
    await waitUntilNewest(phone, 'out of reach');
    assert.deepEqual(await chat.listTexts(), ['in reach', 'out of reach']);
    return outcome;
  },
  async 'a picture is sent once'(scene) {
    const { phone, ship, network } = scene;
    const ada = await ship.board();
    await phone.openAs(ada, '/feed');
    await phone.fill("What's on your mind?", `picture of ${ada.username}`);
    await phone.press('Add pictures');
    await phone.chooseFile(ship.picture);
    network.cut();
    await phone.press('Post');
    const outcome = await goBackOnline(scene, 'Post');
    const article = `[...document.querySelectorAll('article')].find(({ innerText }) => innerText.includes('picture of ${ada.username}'))`;
    await phone.untilPictureShown(`${article}?.querySelector('img')`);
    assert.deepEqual(await ship.listFeedOf(ada), [[`picture of ${ada.username}`, 1]]);
    return outcome;
  },
  async 'signing out signs out'({ phone, ship }) {
    await phone.openAs(await ship.board(), '/sign-out');
    await phone.press('Sign out on this phone');
    await phone.untilAt('/sign-in');
    await phone.open('/chats');
    await phone.untilAt('/sign-in');
    return 'signs out';
  },
};

/** The table cells of README.md. One table has a column for each engine. */
const documented = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split(/ *\| */));

function readOutcome(name: string, engine: string): string | undefined {
  const column = documented.find((cells) => cells.includes('WebKit'))?.indexOf(engine) ?? -1;
  return documented.find(([, first]) => first === name)?.[column];
}

/** One journey per act and failure. */
export const storageJourneys: readonly Journey[] = Object.entries(failures).flatMap(([when, failure]) =>
  Object.entries(storageActs).map(([act, run]) => {
    const name = `${act} ${when}`;
    return {
      name,
      // Only the page's storage fails, so the service worker is disabled.
      planted: `delete Navigator.prototype.serviceWorker; ${failure}`,
      run: async (scene) => assert.equal(await run(scene), readOutcome(name, scene.engine), 'as README.md says'),
    };
  }),
);

import assert from 'node:assert/strict';
import type { TestApp } from './app.ts';

/** What an area caches, as those see it who look at one scene. */
interface CachedScene<Scene> {
  setScene(): Promise<Scene>;
  look(scene: Scene): Promise<unknown>;
}

/** Asserts that after a change everyone sees at once what they would see with nothing cached, and that someone does. */
export async function assertCachesFollow<Scene>(
  { context }: TestApp,
  { setScene, look }: CachedScene<Scene>,
  change: (scene: Scene) => Promise<unknown>,
): Promise<void> {
  const scene = await setScene();
  await look(scene);
  const before = await look(scene);
  await change(scene);
  const warm = await look(scene);
  assert.notDeepEqual(warm, before, 'the change is visible to someone');
  context.caches.invalidateAll();
  assert.deepEqual(warm, await look(scene));
}

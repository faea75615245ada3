import assert from 'node:assert/strict';
import type { TestApp } from './app.ts';

/** An area's cached responses, as different users see one scene. */
interface CachedScene<Scene> {
  setScene(): Promise<Scene>;
  look(scene: Scene): Promise<unknown>;
}

/**
 * Asserts that after each change all users see at once what they would see without a cache, and that some user sees it.
 */
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

import type { User } from '../support/app.ts';
import type { Scene } from './kind.ts';

/** Creates something shared by all content of a kind, such as a thread, on first use. */
export function makeOncePerHost<Made>(make: (scene: Scene) => Promise<Made>): (scene: Scene) => Promise<Made> {
  const made = new WeakMap<User, Promise<Made>>();
  return (scene) => {
    const existing = made.get(scene.host) ?? make(scene);
    made.set(scene.host, existing);
    return existing;
  };
}

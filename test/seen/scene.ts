import type { User } from '../support/app.ts';
import type { Scene } from './kind.ts';

/** What the host has for all pieces of a kind, such as a thread: made when it is first asked for. */
export function createOncePerHost<Made>(make: (scene: Scene) => Promise<Made>): (scene: Scene) => Promise<Made> {
  const made = new WeakMap<User, Promise<Made>>();
  return (scene) => {
    const existing = made.get(scene.host) ?? make(scene);
    made.set(scene.host, existing);
    return existing;
  };
}

export { type SettableLevel, setAccessLevel, settableLevels } from './set-access-level.ts';

export { type CommandLine, processMessages, sendLine, sendUnlock, type Unlock } from './messages.ts';

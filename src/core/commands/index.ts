export { type CommandLine, sendLine, sendUnlock, takeUpMessages, type Unlock } from './messages.ts';

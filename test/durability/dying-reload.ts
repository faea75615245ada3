import { startTestApp } from '../support/app.ts';

/**
 * Runs the service on the given folder as a separate program, which kills itself with SIGKILL after the first commit
 * that makes the condition true. The condition is a query.
 */
const [, , dataFolder = '', condition = ''] = process.argv;

const app = await startTestApp({ dataFolder, showsBehaviour: false });
const { db } = app.context;
const query = db.sqlite.prepare<[], number>(condition).pluck();
db.onCommit(() => {
  if (query.get() === 1) process.kill(process.pid, 'SIGKILL');
});
process.send?.(app.url);

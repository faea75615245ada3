import { startTestApp } from '../support/app.ts';

/**
 * A program of its own: the service on the folder that is given, which ends itself by SIGKILL after the first commit that
 * makes the condition true. The condition is a query.
 */
const [, , dataFolder = '', condition = ''] = process.argv;

const app = await startTestApp({ dataFolder, showsBehaviour: false });
const { db } = app.context;
const query = db.sqlite.prepare<[], number>(condition).pluck();
db.onCommit(() => {
  if (query.get() === 1) process.kill(process.pid, 'SIGKILL');
});
process.send?.(app.url);

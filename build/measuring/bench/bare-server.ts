import { createServer } from 'node:http';

/**
 * The baseline: plain `node:http` that answers every request with the same bytes, taken from an environment variable.
 * It reads request bodies to the end, as a real service must.
 */
const body = Buffer.from(process.env.BARE_BODY ?? '', 'base64');
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => response.writeHead(200, headers).end(body));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was opened');
  process.stdout.write(`ready ${address.port}\n`);
});

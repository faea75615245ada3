import { Answer, type Content, Rendered, Written } from '#contract/endpoint.ts';
import type { ServerPorts } from './ports.ts';
import { contentReply, emptyReply, jsonReply, type ReplyWishes, renderedReply } from './reply.ts';
import type { KeptAnswer, KeyedCall } from './retries.ts';
import type { Route } from './routes.ts';
import { checkReply } from './validate.ts';

/** A handler's result with the status that goes with it. */
function opened(route: Route, given: unknown) {
  const answer = given instanceof Answer ? given : new Answer(given);
  return { value: answer.value, status: answer.status ?? route.usualStatus, headers: answer.headers };
}

/** The reply for what a handler gave. */
export function reply(
  route: Route,
  given: unknown,
  wishes: ReplyWishes,
  ports: ServerPorts,
): Response | Promise<Response> {
  const { value, status, headers } = opened(route, given);
  const declared = route.declaration.reply;
  if (declared === undefined) return emptyReply(status, headers);
  if (value instanceof Rendered) return renderedReply(value.body, status, wishes);
  // The handler's type says that an endpoint declared with a content reply gives Content.
  if ('content' in declared) return contentReply(value as Content, status, wishes, headers);
  if (ports.strict) checkReply(declared, recordOf(value), `${route.method} ${route.path}`);
  return jsonReply(jsonOf(value), status, wishes, headers);
}

const recordOf = (value: unknown): unknown => (value instanceof Written ? value.read() : value);

function jsonOf(value: unknown): string {
  if (value instanceof Rendered) return new TextDecoder().decode(value.body.bytes);
  return value instanceof Written ? value.text : JSON.stringify(value);
}

/** What a handler gave, as it can be kept and sent again. */
export function keepable(route: Route, given: unknown, { fingerprint }: KeyedCall): KeptAnswer {
  const { value, status, headers } = opened(route, given);
  const body = route.declaration.reply === undefined ? undefined : jsonOf(value);
  return { fingerprint, status, headers, body };
}

/** The reply to a repeated call: status and body of the first answer. */
export function repeatReply({ status, headers, body }: KeptAnswer, wishes: ReplyWishes): Response | Promise<Response> {
  return body === undefined ? emptyReply(status, headers) : jsonReply(body, status, wishes, headers);
}

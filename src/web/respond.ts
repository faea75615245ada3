import { buildTextResponse, type ResponseOptions } from '#http/response.ts';
import type { Html } from './frame/html.ts';

/**
 * Nothing but what this server sends: no code in pages, no frames around them, nothing from other hosts. Passengers'
 * pictures come from here too.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // What a page says is for one person, and changes.
  'cache-control': 'private, no-cache',
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  vary: 'Cookie, Accept-Encoding',
} as const;

/** Says whose page it is: what is kept of it on a phone is for no one else. */
export const accountHeader = 'x-account';

/** The headers of a page for one person. */
export const headersForOwner = (userID: string, { isGuarded }: { readonly isGuarded: boolean }) => ({
  [accountHeader]: userID,
  // Without the script, Back would show it to the next person on this phone, from the browser's memory.
  ...(!isGuarded && { 'cache-control': 'private, no-store' }),
});

/** A document, with the headers that every page has. */
export const respondWithPage = (
  document: Html,
  status: number,
  options: ResponseOptions,
  headers?: Readonly<Record<string, string>>,
): Response | Promise<Response> =>
  buildTextResponse(document.toString(), status, options, headers ? { ...pageHeaders, ...headers } : pageHeaders);

type OwnHeaders = Readonly<Record<string, string>>;

/** Leads from an address of other services to the one that shows the same here; that may change with the dialects. */
export const redirectPermanently = (path: string, { requestID }: ResponseOptions): Response =>
  new Response(null, {
    status: 308,
    headers: { location: path, 'cache-control': 'no-cache', 'x-request-id': requestID },
  });

/** Sends the browser on, so that loading again does not send the form again. */
export const redirect = (path: string, { requestID }: ResponseOptions, headers: OwnHeaders = {}): Response =>
  new Response(null, {
    status: 303,
    headers: { location: path, 'cache-control': 'no-store', 'x-request-id': requestID, ...headers },
  });

/** Tells the script of a page where the form that it sent leads to. */
export const respondWithOutcome = (to: string, { requestID }: ResponseOptions, headers: OwnHeaders): Response =>
  Response.json(
    { to },
    {
      headers: {
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': requestID,
        ...headers,
      },
    },
  );

/** A path on this server and no other: what an address says of where to go next is not to be trusted. */
export const toLocalPath = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/';

import { buildTextResponse, type ResponseOptions } from '#http/response.ts';
import type { Html } from './frame/html.ts';

/**
 * Allows only content from this server: no inline scripts, no frames, nothing from other hosts. Users' pictures are
 * served from here too.
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
  // Pages are personal and change.
  'cache-control': 'private, no-cache',
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  vary: 'Cookie, Accept-Encoding',
} as const;

/** Names the account that a page belongs to, so that a phone's cached copy is shown to no other account. */
export const accountHeader = 'x-account';

/** Marks a page that the phone must not store. */
const confidentialHeader = 'x-confidential';

/** The headers of a page for one person. */
export const buildPersonalHeaders = (
  userID: string,
  { isGuarded, isConfidential }: { readonly isGuarded: boolean; readonly isConfidential: boolean },
) => ({
  [accountHeader]: userID,
  // The service worker caches no page with this header.
  ...(isConfidential && { [confidentialHeader]: 'true' }),
  // Without the script, Back would show the page from the browser's memory to the next person on this phone.
  ...((!isGuarded || isConfidential) && { 'cache-control': 'private, no-store' }),
});

/** Responds with a document and the headers that every page has. */
export const respondWithPage = (
  document: Html,
  status: number,
  options: ResponseOptions,
  headers?: Readonly<Record<string, string>>,
): Response | Promise<Response> =>
  buildTextResponse(document.toString(), status, options, headers ? { ...pageHeaders, ...headers } : pageHeaders);

type ExtraHeaders = Readonly<Record<string, string>>;

/**
 * Redirects from another service's path to the page that shows the same here. Browsers don't cache the 308, since dialects
 * may change.
 */
export const redirectFromDialect = (path: string, { requestID }: ResponseOptions): Response =>
  new Response(null, {
    status: 308,
    headers: { location: path, 'cache-control': 'no-cache', 'x-request-id': requestID },
  });

/** Redirects after a form, so that reloading doesn't send it again. */
export const redirect = (path: string, { requestID }: ResponseOptions, headers: ExtraHeaders = {}): Response =>
  new Response(null, {
    status: 303,
    headers: { location: path, 'cache-control': 'no-store', 'x-request-id': requestID, ...headers },
  });

/** Tells the page's script where the form leads. */
export const respondWithOutcome = (to: string, { requestID }: ResponseOptions, headers: ExtraHeaders): Response =>
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

/** Returns a path on this server: addresses of where to go next aren't trusted. */
export const toLocalPath = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/';

const store = 'assets';
/** Assets of this version and some earlier ones, which cached pages may request. */
const maxAssets = 24;

/** Styles, icons and scripts never change under the same address. */
export async function respondWithAsset(request: Request): Promise<Response> {
  const assets = await caches.open(store);
  const kept = await assets.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await keep(assets, request, response.clone());
  return response;
}

async function keep(assets: Cache, request: Request, response: Response): Promise<void> {
  await assets.put(request, response);
  const all = await assets.keys();
  for (const old of all.slice(0, Math.max(0, all.length - maxAssets))) await assets.delete(old);
}

/** Returns the address of the newest stylesheet on this phone. */
export async function findStyle(): Promise<string | undefined> {
  const all = await (await caches.open(store)).keys();
  return all
    .map(({ url }) => url)
    .filter((url) => url.endsWith('/style.css'))
    .at(-1);
}

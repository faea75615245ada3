const concurrentRequests = 16;

/** Runs `work` for each item, several concurrently. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const workOften = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: concurrentRequests }, workOften));
}

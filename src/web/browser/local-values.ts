/** Reads a small value that the pages of this browser share. Returns undefined if the browser blocks `localStorage`. */
export function readValue(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a small value for the pages of this browser. Does nothing if storage is blocked or full. */
export function saveValue(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Pages work without it.
  }
}

/** Deletes the values whose names satisfy `isMeant`. */
export function deleteValues(isMeant: (name: string) => boolean): void {
  try {
    for (const name of Object.keys(localStorage)) if (isMeant(name)) localStorage.removeItem(name);
  } catch {
    // Blocked: nothing was stored either.
  }
}

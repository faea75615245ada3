/** Some browsers never answer once their storage process is gone. */
const timeoutMilliseconds = 3000;

/** Waits for the phone's storage. Rejects after 3 seconds; the work itself continues. */
export async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The phone's storage didn't respond.")), timeoutMilliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

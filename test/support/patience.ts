/**
 * How long tests wait for what must come, in milliseconds: far longer than it takes on the busiest machine, so that only
 * what never comes is given up.
 */
export const timeoutMilliseconds = 120_000;

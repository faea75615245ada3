/**
 * How long tests wait for something that must happen, in milliseconds: far longer than it takes on the busiest machine,
 * so that only something that never happens times out.
 */
export const timeoutMilliseconds = 120_000;

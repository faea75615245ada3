/** The parts of autocannon 9 that the bench uses; the published types end at 7. */
declare module 'autocannon' {
  export interface Options {
    readonly url: string;
    readonly method: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
  }

  export interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
    readonly '2xx': number;
    /** Seconds. */
    readonly duration: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}

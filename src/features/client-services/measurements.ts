import { statSync } from 'node:fs';
import { Counter, Gauge } from 'prom-client';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Content } from '#contract/response.ts';

const getFileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Adds what is read at every call: sizes of the database, open sockets, password checks that wait (core rule 104). */
const metricsRegistry = createOncePerInstance(({ metrics, db, live, passwords }: Context) => {
  const registers = [metrics.registry];
  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
  gauge('gangway_database_bytes', 'Size of the database file.', () => getFileSize(db.file));
  gauge('gangway_database_log_bytes', 'Size of the write-ahead log of the database.', () =>
    getFileSize(`${db.file}-wal`),
  );
  gauge('gangway_sockets', 'Open sockets.', () => live.counts().connections);
  gauge('gangway_socket_users', 'Users with an open socket.', () => live.counts().users);
  gauge('gangway_password_checks_waiting', 'Password checks that wait for their turn.', () => passwords.waiting());
  new Counter({
    name: 'gangway_sockets_dropped_total',
    help: 'Sockets closed because their client was too slow.',
    registers,
    collect() {
      this.reset();
      this.inc(live.counts().disconnectedSlow);
    },
  });
  return metrics.registry;
});

/** Everything measured, in the text format of Prometheus. */
export async function readMeasurements(context: Context): Promise<Content> {
  const registry = metricsRegistry(context);
  return { mediaType: registry.contentType, body: new TextEncoder().encode(await registry.metrics()) };
}

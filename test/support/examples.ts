import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '#contract/endpoint.ts';
import { declaredEndpoints } from './declared.ts';

/** A request and its response, with the name of the operation. */
export interface Exchange {
  readonly operation: string;
  readonly status: number;
  /** Absent if there is no body. */
  readonly request?: unknown;
  readonly response?: unknown;
}

/** Longer bodies are hard to read, so they make poor examples. */
const maxCharacters = 1200;

const operations = new Map(declaredEndpoints.map(({ name, declaration }) => [declaration, name]));

/** Records a successful call in this process's file. `npm run examples` chooses among all recorded calls. */
export function recordExchange(folder: string, declaration: Endpoint, exchange: Omit<Exchange, 'operation'>): void {
  const operation = operations.get(declaration);
  const line = JSON.stringify({ operation, ...exchange });
  if (operation === undefined || exchange.status >= 300 || line.length > maxCharacters) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}

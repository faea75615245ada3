import { accessSync, constants, readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Config } from '#config/config.ts';
import { InvalidSetting } from '#config/env.ts';

/** Throws InvalidSetting when certificate and key cannot be read or do not fit each other. */
export function requireUsableTls({ tls }: Config): void {
  if (!tls) return;
  requireReadable('TLS_CERT', tls.certificateFile);
  requireReadable('TLS_KEY', tls.keyFile);
  try {
    createSecureContext({ cert: readFileSync(tls.certificateFile), key: readFileSync(tls.keyFile) });
  } catch (error) {
    const complaint = error instanceof Error ? error.message : String(error);
    throw new InvalidSetting('TLS_CERT', `and TLS_KEY must be a certificate and its key in PEM form (${complaint})`);
  }
}

function requireReadable(variable: string, file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new InvalidSetting(variable, `must name a file that this user can read, not ${file}`);
  }
}

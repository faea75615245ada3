import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Runs `check` on a temporary project of these files, by their paths in it. */
export function runInProject<Result>(
  files: Readonly<Record<string, string>>,
  check: (project: string) => Result,
): Result {
  const project = mkdtempSync(join(tmpdir(), 'gangway-project-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, file)), { recursive: true });
      writeFileSync(join(project, file), text);
    }
    return check(project);
  } finally {
    rmSync(project, { recursive: true });
  }
}

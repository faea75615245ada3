import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { InstanceUnavailable } from '#app/instance-lock.ts';
import { InvalidSetting } from '#config/env.ts';
import { UnusableDatabase } from '#db/migrate.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { CommandFailed, describeFailure, getExitCode, WrongUse } from '../../src/cli/failure.ts';

/** Returns the error that the system really throws. */
function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

const systemError = (code: string, facts: object = {}) =>
  Object.assign(new Error(`${code}: failed`), { code, ...facts });

async function listenError(host: string): Promise<unknown> {
  return new Promise((resolve) => {
    createServer().on('error', resolve).listen(1, host);
  });
}

test('shows a message for the operator unchanged', () => {
  const classes = [WrongUse, CommandFailed, UnreadableFile, InstanceUnavailable, UnusableDatabase];
  for (const Failure of classes) assert.equal(describeFailure(new Failure('X y.')), 'X y.');
  assert.equal(describeFailure(new InvalidSetting('PORT', 'must be a port')), 'PORT must be a port.');
});

test('wrong use and invalid settings exit with 2, everything else with 1', () => {
  assert.equal(getExitCode(new WrongUse('x')), 2);
  assert.equal(getExitCode(new InvalidSetting('PORT', 'x')), 2);
  assert.equal(getExitCode(new CommandFailed('x')), 1);
  assert.equal(getExitCode(new TypeError('x')), 1);
});

test('file errors name the file and the remedy', () => {
  assert.match(
    describeFailure(catchError(() => readFileSync('/no/such/file'))),
    /^\/no\/such\/file does not exist: check/,
  );
  assert.match(
    describeFailure(catchError(() => writeFileSync(import.meta.dirname, ''))),
    /is a folder, but a file is required\.$/,
  );
  const below = join(import.meta.filename, 'data');
  assert.match(describeFailure(catchError(() => mkdirSync(below))), /data can't be created as a folder/);
  assert.match(
    describeFailure(systemError('EACCES', { syscall: 'mkdir', path: '/srv/data' })),
    /^Permission denied for \/srv\/data: run this as the user who owns it\.$/,
  );
  assert.match(describeFailure(systemError('EROFS', { path: '/srv' })), /^\/srv is on a read-only disk/);
  assert.match(describeFailure(systemError('ENOSPC', { syscall: 'write' })), /^The disk is full: free some space/);
  assert.match(
    describeFailure(systemError('ENOSPC', { syscall: 'open', path: '/usb/x' })),
    /^The disk of \/usb\/x is full/,
  );
});

test('port errors name the port and the settings to change', async () => {
  assert.match(
    describeFailure(systemError('EADDRINUSE', { syscall: 'listen', port: 8081 })),
    /^Port 8081 is in use .*--port/,
  );
  assert.match(
    describeFailure(systemError('EACCES', { syscall: 'listen', port: 80 })),
    /^This user can't open port 80: .*--port/,
  );
  assert.match(
    describeFailure(await listenError('203.0.113.1')),
    /^203\.0\.113\.1 isn't an address of this machine: check --hostname/,
  );
});

test('database errors name the remedy', () => {
  const error = (code: string) => new Sqlite.SqliteError('as the engine says', code);
  assert.equal(
    describeFailure(error('SQLITE_FULL')),
    'The disk is full: free some space and try again (as the engine says).',
  );
  assert.match(describeFailure(error('SQLITE_BUSY_SNAPSHOT')), /busy with another program/);
  assert.match(describeFailure(error('SQLITE_READONLY_DBMOVED')), /the owner of the data folder/);
  assert.match(describeFailure(error('SQLITE_CORRUPT')), /restore a backup/);
  assert.match(describeFailure(error('SQLITE_IOERR_READ')), /^The disk reported an error/);
  assert.match(describeFailure(catchError(() => new Sqlite('/no/such/folder/x'))), /went wrong.*LOG_LEVEL=debug/);
});

test('anything else is called unexpected, with where to find more', () => {
  for (const thrown of [new TypeError('x is not a function'), 'x is not a function']) {
    assert.equal(describeFailure(thrown), 'Something went wrong: x is not a function (LOG_LEVEL=debug shows where).');
  }
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { profilesApi } from '#core/profiles/api.ts';
import { projectFolder } from '../../build/project.ts';
import { createPicture, toUpload } from '../support/pictures.ts';
import { createShip, logIn } from './support.ts';

// No CI runs Windows. This test runs all system-dependent code as if on Windows, with this system's paths;
// `test/platform/paths.test.ts` tests Windows paths.
const modules = ['build/running/resolve-imports.ts', 'test/support/as-on-windows.ts'].map(
  (file) => pathToFileURL(join(projectFolder, file)).href,
);
const options = {
  // Not bundled, so that the program uses the module that was imported before it.
  program: {
    file: join(projectFolder, 'src', 'main.ts'),
    compileCache: join(projectFolder, 'build', 'cache', 'compiled'),
  },
  environment: { NODE_OPTIONS: modules.map((module) => `--import=${module}`).join(' ') },
};

describe('as on Windows', () => {
  test('the service starts on an empty folder, stores a picture and stops cleanly', async () => {
    const ship = createShip();
    const service = await ship.serve(['serve'], options);
    const sam = await logIn(service.url, 'sam');
    const { status, body } = await sam.call(profilesApi.setAvatar, { body: toUpload(await createPicture()) });
    assert.equal(status, 200);
    assert.equal((await fetch(`${service.url}/api/v3/image/full/${body.userImage}`)).status, 200);
    const { code } = await service.end('SIGINT');
    assert.equal(code, 0, service.output());
  });

  test('commands make a backup elsewhere, restore it and verify it', async () => {
    const ship = createShip();
    for (const words of [['migrate'], ['backup', 'made.tar.gz'], ['restore', 'made.tar.gz'], ['verify']]) {
      const { code, stderr } = await ship.run(words, options);
      assert.equal(code, 0, `${words}: ${stderr}`);
    }
  });
});

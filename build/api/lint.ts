import { runScript } from '../run-script.ts';
import { checkOnce } from './once.ts';

const openApi = 'assets/openapi.json';
const [redocly, spectral] = ['build/api/redocly.yaml', 'build/api/spectral.yaml'];

/** Holds the documents of the API against what others expect of such documents. Throws the complaints. */
export async function lintDocuments(): Promise<void> {
  const files = [openApi, redocly, spectral, 'package-lock.json'];
  await checkOnce('lint', files, async () => {
    await Promise.all([lintWithRedocly(), lintWithSpectral()]);
  });
}

async function lintWithRedocly(): Promise<void> {
  const printed = await runScript(
    'node_modules/@redocly/cli/bin/cli.js',
    'lint',
    ...['--config', redocly, '--format', 'json', openApi],
  );
  // Warnings alone are no failure to it.
  const { problems } = JSON.parse(printed) as { problems: readonly { ruleId: string; message: string }[] };
  if (problems.length > 0) throw new Error(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`).join('\n'));
}

async function lintWithSpectral(): Promise<void> {
  const options = ['--ruleset', spectral, '--fail-severity', 'hint', '--quiet'];
  await runScript('node_modules/@stoplight/spectral-cli/dist/index.js', 'lint', ...options, openApi);
}

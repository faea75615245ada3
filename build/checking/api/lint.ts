import { runScript } from '../../running/run-script.ts';
import { checkOnce } from './once.ts';

/** The API documents, each with its Spectral rules. */
const documents = [
  { file: 'assets/openapi.json', ruleset: 'build/checking/api/spectral-openapi.yaml' },
  { file: 'assets/asyncapi.json', ruleset: 'build/checking/api/spectral-asyncapi.yaml' },
] as const;
const redocly = 'build/checking/api/redocly.yaml';

/** Lints the API documents against common rules. Throws an error with the findings. */
export async function lintDocuments(): Promise<void> {
  const files = [...documents.flatMap(({ file, ruleset }) => [file, ruleset]), redocly, 'package-lock.json'];
  await checkOnce('lint', files, async () => {
    for (const document of documents) {
      await lintWithRedocly(document);
      await lintWithSpectral(document);
    }
  });
}

async function lintWithRedocly({ file }: (typeof documents)[number]): Promise<void> {
  const options = ['--config', redocly, '--format', 'json'];
  const printed = await runScript('node_modules/@redocly/cli/bin/cli.js', 'lint', ...options, file);
  // Redocly doesn't fail if there are only warnings.
  const { problems } = JSON.parse(printed) as { problems: readonly { ruleId: string; message: string }[] };
  if (problems.length > 0) throw new Error(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`).join('\n'));
}

async function lintWithSpectral({ file, ruleset }: (typeof documents)[number]): Promise<void> {
  const options = ['--ruleset', ruleset, '--fail-severity', 'hint', '--quiet'];
  await runScript('node_modules/@stoplight/spectral-cli/dist/index.js', 'lint', ...options, file);
}

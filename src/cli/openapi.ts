import type { Command } from 'commander';
import { formatExamples } from './command.ts';

export function addOpenApi(program: Command): void {
  program
    .command('openapi')
    .summary('print the OpenAPI document')
    .option('--out <file>', 'write it to a file instead')
    .addHelpText('after', formatExamples('gangway openapi', 'gangway openapi --out assets/openapi.json'))
    .action(async ({ out }: { out?: string }) => {
      const { writeOpenApi } = await import('./openapi/write-openapi.ts');
      writeOpenApi(out);
    });
}

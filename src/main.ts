// The first import prepares the process and must stay first and alone: the command line brings the native libraries with it.
import './platform/machine/executable.ts';

const { run } = await import('./cli/program.ts');
await run();

import { createConfig } from '#config/config.ts';
import { environmentName, readEnvironment } from '#config/env.ts';
import { serve } from './serve.ts';

const name = environmentName(undefined, process.env);
const config = createConfig(name, readEnvironment(name, process.env));
const service = await serve(config, (line) => process.stdout.write(`${line}\n`));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void service.stop().then(() => process.exit(0)));

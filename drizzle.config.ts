import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './src/{core,features,staff}/*/tables.ts',
  out: './migrations',
});

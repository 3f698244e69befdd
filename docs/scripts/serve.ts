// npm run docs: serves the site while you write it.
import { join } from 'node:path';
import { createServer } from 'vitepress';
import { build as buildPackages } from '../../scripts/workspace.mjs';
import { buildExamples } from './build-examples.ts';
import { generatePages } from './generate/generate.ts';
import { docs } from './generate/pages.ts';

buildPackages();
await generatePages();
await buildExamples(join(docs, '.cache', 'examples'));
const server = await createServer(docs);
await server.listen();
server.printUrls();

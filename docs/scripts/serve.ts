// npm run docs: serves the site while you write it.
import { createServer } from 'vitepress';
import { build as buildPackages } from '../../scripts/workspace.mjs';
import { generatePages } from './generate/generate.ts';
import { docs } from './generate/pages.ts';

buildPackages();
await generatePages();
const server = await createServer(docs);
await server.listen();
server.printUrls();

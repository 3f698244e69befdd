// Builds the package in the current folder with its tsdown.config.ts. tsdown's own command warns about Node 20 on every run.
import { build } from 'tsdown';

await build({ logLevel: 'error' });

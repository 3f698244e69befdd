// A worker as a separate process, so that it can be ended by a file.
import { openEngine, parseAddress, runWorker } from '@handreel/queue';
import { createSizeRunner } from './size-runner.ts';

const [root = '', version = ''] = process.argv.slice(2);
const engine = await openEngine(parseAddress(process.env['HANDREEL_QUEUE']), 'handreel', () => {});
await runWorker(engine, createSizeRunner(root), {
	root,
	version,
	concurrency: 1,
	leaseSeconds: 1,
	untilDone: true,
	signal: new AbortController().signal,
	onEvent: () => {},
	onError: () => {},
});
await engine.close();

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Bundles `worker.ts` into a folder: a process that compiles it by itself takes five times as long to start. */
export async function bundleWorker(folder: string): Promise<string> {
	const file = join(folder, 'worker.mjs');
	const bundle = await rolldown({
		input: fileURLToPath(new URL('worker.ts', import.meta.url)),
		platform: 'node',
		resolve: { conditionNames: ['@handreel/source', 'import', 'node', 'default'] },
		// The drivers are loaded from where the package is.
		transform: { define: { 'import.meta.url': JSON.stringify(import.meta.url) } },
	});
	await bundle.write({ file, format: 'esm' });
	await bundle.close();
	return file;
}

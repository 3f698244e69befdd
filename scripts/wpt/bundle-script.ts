import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../workspace.mjs';

/** Bundles the script that puts the runtime and `navigator.xr.test` into a page, from the sources. */
export async function bundleScript(): Promise<string> {
	const build = await rolldown({
		input: join(root, 'packages', 'webxr', 'src', 'inject-test-api.ts'),
		resolve: { conditionNames: ['@handreel/source', 'import', 'default'] },
	});
	try {
		const { output } = await build.generate({ format: 'iife', sourcemap: false });
		return output[0].code;
	} finally {
		await build.close();
	}
}

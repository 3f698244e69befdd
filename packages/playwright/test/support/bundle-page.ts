import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Bundles the code of a page with the modules that it imports. */
export async function bundlePage(code: string): Promise<string> {
	const input = fileURLToPath(new URL('page.js', import.meta.url));
	const build = await rolldown({
		input,
		platform: 'browser',
		transform: { define: { 'process.env.NODE_ENV': '"production"' } },
		plugins: [
			{ name: 'app', load: (id) => (id === input ? code : null), resolveId: (id) => (id === input ? id : null) },
		],
	});
	const { output } = await build.generate({ format: 'esm', codeSplitting: false });
	await build.close();
	return output[0].code;
}

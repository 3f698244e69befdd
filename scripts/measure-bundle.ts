import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** Returns the size of an entry point after minifying and gzip, in bytes, without the packages that it imports. */
export async function measureBundle(door: string): Promise<number> {
	const build = await rolldown({ input: door, external: (id) => !/^(\.|\/|[A-Za-z]:)/.test(id) });
	const { output } = await build.generate({ format: 'esm', minify: true });
	await build.close();
	return gzipSync(output[0].code, { level: 9 }).length;
}

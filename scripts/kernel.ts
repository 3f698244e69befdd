// npm run kernel: compiles packages/core/simd/kernel.ts to WebAssembly and writes the bytes where core can import them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { root } from './workspace.mjs';

const SOURCE = 'packages/core/simd/kernel.ts';
const TARGET = 'packages/core/src/sample/kernel-bytes.ts';
const FLAGS = ['-O3', '--enable', 'simd', '--converge', '--noAssert', '--runtime', 'stub', '--importMemory', '--noExportMemory'];

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(root, TARGET), await buildKernel());

/** The text of kernel-bytes.ts, compiled from the source as it is now. */
export async function buildKernel(): Promise<string> {
	let bytes: Uint8Array | undefined;
	const { error, stderr } = await asc.main(['kernel.ts', '--outFile', 'kernel.wasm', ...FLAGS], {
		readFile: (name) => (name === 'kernel.ts' ? readFileSync(join(root, SOURCE), 'utf8') : null),
		writeFile: (_, contents) => {
			bytes = contents as Uint8Array;
		},
		listFiles: () => [],
	});
	if (error !== null || bytes === undefined) throw new Error(`${SOURCE}: ${stderr}`, { cause: error });
	const base64 = Buffer.from(bytes).toString('base64');
	return [
		'// Made by `npm run kernel` from simd/kernel.ts: change that instead.',
		'',
		`/** ${bytes.length} bytes of WebAssembly as Base64. */`,
		'export const KERNEL_BYTES =',
		`\t'${base64}';`,
		'',
	].join('\n');
}

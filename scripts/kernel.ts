// npm run tool -- kernel: compiles packages/core/simd/kernel.ts to WebAssembly and writes the bytes to where core imports them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './workspace.mjs';

/** The file that {@link buildKernel} makes. */
export const KERNEL_FILE: string = join(root, 'packages/core/src/sample/simd/kernel-bytes.ts');

const COMPILER = join(root, 'node_modules/assemblyscript/bin/asc.js');
const FLAGS = ['-O3', '--enable', 'simd', '--noAssert', '--runtime', 'stub', '--importMemory', '--noExportMemory'];

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(KERNEL_FILE, buildKernel());

/** What the file has to say, compiled from the source as it is now. */
export function buildKernel(): string {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-kernel-'));
	const target = join(folder, 'kernel.wasm');
	try {
		execFileSync(process.execPath, [COMPILER, 'kernel.ts', '--outFile', target, ...FLAGS], {
			cwd: join(root, 'packages/core/simd'),
			stdio: ['ignore', 'ignore', 'inherit'],
		});
		const bytes = readFileSync(target);
		return [
			'// Made by `npm run tool -- kernel` from simd/kernel.ts: change that instead.',
			'',
			`/** ${bytes.length} bytes of WebAssembly as Base64. */`,
			'export const KERNEL_BYTES =',
			`\t'${bytes.toString('base64')}';`,
			'',
		].join('\n');
	} finally {
		rmSync(folder, { recursive: true });
	}
}

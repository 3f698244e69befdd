import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildKernel, KERNEL_FILE } from './kernel.ts';

it('the kernel bytes are compiled from the current source', () => {
	const file = readFileSync(KERNEL_FILE, 'utf8');
	expect(file).toBe(buildKernel());
	// On the main thread, browsers compile at most 4 kB synchronously.
	expect(Buffer.from(file.split("'")[1] ?? '', 'base64').length).toBeLessThan(4096);
});

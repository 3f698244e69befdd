import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { measureBundle } from '../../../../scripts/measure-bundle.ts';

// After minifying and gzip, without core and convert.
it('takes at most 9 kB', async () => {
	const door = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
	expect(await measureBundle(door)).toBeLessThanOrEqual(9000);
});

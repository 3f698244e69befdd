import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { measureBundle } from '../../../../scripts/measure-bundle.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

// kB are 1000 bytes, after minifying and gzip, without three.js, React and our other packages.
it.each([
	['index', 8000],
	['react', 7000],
])('/%s takes at most %i bytes', async (door, budget) => {
	expect(await measureBundle(`${src}${door}.ts`)).toBeLessThanOrEqual(budget);
});

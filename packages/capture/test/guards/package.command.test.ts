import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

// kB are 1000 bytes, after minifying and gzip.
describe('size budgets', () => {
	it.each([
		['page.js', 175],
		['record.js', 30],
	])('%s takes at most %i kB', (name, budget) => {
		expect(gzipSync(readFileSync(`${dist}${name}`), { level: 9 }).length).toBeLessThanOrEqual(budget * 1000);
	});
});

it('has scripts without imports', () => {
	for (const name of ['page.js', 'record.js'])
		expect(readFileSync(`${dist}${name}`, 'utf8')).not.toMatch(/\b(import|require)\s*\(\s*["'`]/);
});

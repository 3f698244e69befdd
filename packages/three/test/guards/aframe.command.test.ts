import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../dist/', import.meta.url));
const script = readFileSync(`${folder}handreel-aframe.js`, 'utf8');

describe('the script for pages without modules', () => {
	it('takes at most 140 kB after gzip and has no three.js', () => {
		expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(140_000);
		expect(script).not.toContain('WebGLRenderer');
	});

	it('has no imports, and the hand models beside it', () => {
		expect(script).not.toMatch(/\bimport\s*["'{*]/);
		for (const side of ['left', 'right']) expect(existsSync(`${folder}hands/${side}.glb`)).toBe(true);
	});
});

it('the module has no three.js', () => {
	expect(readFileSync(`${folder}aframe.js`, 'utf8')).not.toMatch(/from\s*["']three["']/);
});

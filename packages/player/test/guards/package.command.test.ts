import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../dist/standalone/', import.meta.url));
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
const sizeOf = (name: string): number => gzipSync(readFileSync(`${folder}${name}`), { level: 9 }).length;

// kB are 1000 bytes, after gzip.
describe('the scripts for pages without a bundler', () => {
	it('take at most 250 kB together, three.js included; other formats than reels have separate scripts', () => {
		const needed = scripts.filter((name) => !name.startsWith('decode-'));
		expect(needed.length).toBeLessThan(scripts.length);
		expect(needed.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThanOrEqual(250_000);
	});

	it('start with at most 5 kB; the rest is loaded when the element is in view', () => {
		expect(sizeOf('handreel-player.js')).toBeLessThanOrEqual(5000);
		const text = readFileSync(`${folder}handreel-player.js`, 'utf8');
		expect(text).toMatch(/import\(`?["'`]?\.\/player-scene/);
		expect(text).not.toMatch(/from\s*["'`]/);
	});

	it('import nothing but each other', () => {
		for (const name of scripts) {
			const text = readFileSync(`${folder}${name}`, 'utf8');
			for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?["'`]([^"'`\s]+)["'`]/g)) {
				// Node's file system, and texts of messages.
				if (target.startsWith('node:') || !/^[\w@./-]+$/.test(target)) continue;
				expect(
					scripts.map((other) => `./${other}`),
					`${name} → ${target}`,
				).toContain(target);
			}
		}
	});
});

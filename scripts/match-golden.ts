import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { root } from './workspace.mjs';

const isWriting = process.env['HANDREEL_GOLDENS'] === 'write';
/** The share of pixels that may differ. Versions of Chromium antialias differently; moved or missing parts exceed this. */
const MAX_SHARE = 0.004;

/** Compares a picture with its golden file. `npm run tool -- goldens` writes the file; look at it before committing. */
export function matchGolden(picture: Buffer, file: URL): void {
	const path = fileURLToPath(file);
	if (isWriting) {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, picture);
		return;
	}
	expect(existsSync(path), `${basename(path)} is missing. Run npm run tool -- goldens`).toBe(true);
	const golden = PNG.sync.read(readFileSync(path));
	const now = PNG.sync.read(picture);
	expect([now.width, now.height]).toEqual([golden.width, golden.height]);
	const difference = new PNG({ width: now.width, height: now.height });
	const count = pixelmatch(golden.data, now.data, difference.data, now.width, now.height, { threshold: 0.2 });
	const share = count / (now.width * now.height);
	if (share > MAX_SHARE) {
		const cache = join(root, '.cache');
		mkdirSync(cache, { recursive: true });
		writeFileSync(join(cache, basename(path).replace('.png', '-now.png')), picture);
		writeFileSync(join(cache, basename(path).replace('.png', '-difference.png')), PNG.sync.write(difference));
	}
	expect(share, basename(path)).toBeLessThanOrEqual(MAX_SHARE);
}

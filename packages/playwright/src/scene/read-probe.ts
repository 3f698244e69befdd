import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Returns the script that finds scenes, from its path or from this package. */
export function readProbe(path?: string): string {
	return readFileSync(path ?? createRequire(import.meta.url).resolve('@handreel/playwright/scene-probe.js'), 'utf8');
}

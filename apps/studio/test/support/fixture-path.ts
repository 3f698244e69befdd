import { fileURLToPath } from 'node:url';

/** The path of a fixture such as `recorded/mrtk-2.8.3-full-5s.bin`. */
export function fixturePath(name: string): string {
	return fileURLToPath(new URL(`../../../../fixtures/${name}`, import.meta.url));
}

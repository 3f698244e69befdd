import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The hand models that come with the package, found as its users find them. */
export function handMeshes(): Record<'left' | 'right', Uint8Array> {
	return { left: readHand('left'), right: readHand('right') };
}

function readHand(side: string): Uint8Array {
	return new Uint8Array(readFileSync(resolve(`@handreel/convert/gltf/hands/${side}.glb`)));
}

import type { Outline } from '../../src/index.ts';

/** Prime, so that all bytes of a curve have their turn. */
const STEP = 13;
const CURVE_HEADER_SIZE = 12;

/**
 * Where to cut a small file: at every byte of its header, of its end, and of the first and the last curve of each kind, such as
 * the joint rotations of a hand. The curves between them have neighbors of their own kind, and are cut at every 13th byte.
 */
export function listSmallCuts(byteLength: number, { curves }: Outline): number[] {
	const kinds = curves.map(({ path }) => path.replace(/\.joints\.\w+/, '.joints').replace(/\.\w+$/, ''));
	const isDense = new Uint8Array(byteLength).fill(1);
	curves.forEach(({ keysOffset, keyCount, keySize }, i) => {
		const kind = kinds[i]!;
		if (kinds.indexOf(kind) === i || kinds.lastIndexOf(kind) === i) return;
		isDense.fill(0, keysOffset - CURVE_HEADER_SIZE, keysOffset + keyCount * keySize);
	});
	return [...isDense.keys()].filter((cut) => isDense[cut] === 1 || cut % STEP === 0);
}

import type { Curve, CurveOutline } from '@handreel/core';

/** Reads one curve of a file into memory of its own. Reads the keys of the curve only. */
export async function readCurve(file: Blob, outline: CurveOutline): Promise<Curve> {
	const { kind, keysOffset, keyCount, keySize, preWrap, postWrap } = outline;
	const keys = await file.slice(keysOffset, keysOffset + keyCount * keySize).arrayBuffer();
	return {
		kind,
		count: keyCount,
		stride: keySize === 28 ? 7 : 2,
		start: 0,
		floats: new Float32Array(keys),
		words: new Uint32Array(keys),
		preWrap,
		postWrap,
	};
}

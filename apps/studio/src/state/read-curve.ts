import { type Curve, type CurveOutline, createCurveFromWords } from '@handreel/core';

/** Reads one curve of a file into memory of its own. Reads the keys of the curve only. */
export async function readCurve(file: Blob, outline: CurveOutline): Promise<Curve> {
	const { kind, keysOffset, keyCount, keySize, preWrap, postWrap } = outline;
	const words = new Uint32Array(await file.slice(keysOffset, keysOffset + keyCount * keySize).arrayBuffer());
	const stride = (keySize / words.BYTES_PER_ELEMENT) as Curve['stride'];
	return createCurveFromWords(words, { kind, stride, preWrap, postWrap });
}

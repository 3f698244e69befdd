import type { ByteView } from '../../bytes/view.ts';
import type { CurveOutline } from '../outline.ts';

/** The time of a key, straight from the file. */
export function timeAt(view: ByteView, curve: CurveOutline, index: number): number {
	return view.getFloat32(curve.keysOffset + index * curve.keySize, true);
}

/** The value of a key, straight from the file. */
export function valueAt(view: ByteView, curve: CurveOutline, index: number): number {
	return view.getFloat32(curve.keysOffset + index * curve.keySize + 4, true);
}

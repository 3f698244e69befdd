import { type Curve, getCurveWords } from '../model/curve.ts';
import { moveCurves } from '../model/map-curves.ts';
import { iterateCurves } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';

/**
 * The same recording with all keys in one new buffer of exactly the needed size, in file order.
 *
 * Use it before `postMessage` (see {@link getTransferList}), or to release a large file after edits that keep little of
 * it. Keys keep their bits. A curve that is used in several places is stored once per place.
 */
export function compactRecording(recording: Recording): Recording {
	const curves = [...iterateCurves(recording)];
	const words = new Uint32Array(curves.reduce((sum, [, { count, stride }]) => sum + count * stride, 0));
	const floats = new Float32Array(words.buffer);
	const copies = new Map<string, Curve>();
	let start = 0;
	for (const [path, curve] of curves) {
		words.set(getCurveWords(curve), start);
		copies.set(path, { ...curve, start, floats, words });
		start += curve.count * curve.stride;
	}
	return moveCurves(recording, (curve, path) => copies.get(path) ?? curve);
}

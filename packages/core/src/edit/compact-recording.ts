import { assembleRecording } from '../model/create-recording.ts';
import { type Curve, getCurveWords } from '../model/curve.ts';
import { buildSections, listCurves } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';

/**
 * The same recording with all keys in one new buffer of exactly the needed size, in file order.
 *
 * Use it before `postMessage` (see {@link getTransferList}), or to release a large file after edits that keep little of
 * it. Keys keep their bits. A curve that is used in several places is stored once per place.
 */
export function compactRecording(recording: Recording): Recording {
	const { layout, markers, head, hands, gaze } = recording;
	const curves = listCurves(recording);
	const words = new Uint32Array(curves.reduce((sum, { count, stride }) => sum + count * stride, 0));
	const floats = new Float32Array(words.buffer);
	let next = 0;
	let end = 0;
	const copy = (): Curve => {
		const curve = curves[next++]!;
		const start = end;
		words.set(getCurveWords(curve), start);
		end += curve.count * curve.stride;
		return { ...curve, start, floats, words };
	};
	const flags = { head: head !== null, hands: hands !== null, gaze: gaze !== null };
	return assembleRecording(layout, markers, buildSections(flags, copy));
}

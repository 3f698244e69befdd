import { createFrameSample, type Issue, RecordingError, SIDES } from '@handreel/core';
import { countOf, parseJson, ReadBudget, readOptions } from '@handreel/core/internal';
import { Recorder } from '@handreel/core/record';
import { LandmarkFitter, type PictureSize } from '@handreel/landmarks';
import type { ReadResult } from '../common/format.ts';
import { readText } from '../common/read-text.ts';
import { createWarning } from '../common/warning.ts';
import { MEDIAPIPE_READ_OPTIONS, type MediapipeReadOptions } from './options.ts';
import { failMediapipe, isObject, readFrame } from './read-frame.ts';

/** Memory of a frame: two hands, and the keys of their joints. */
const FRAME_BYTES = 20_000;
/** Steps of work for a fitted hand. */
const FIT_STEPS = 2000;
/** The picture of a file that does not name its size. */
const USUAL_PICTURE: PictureSize = { width: 4, height: 3 };

/**
 * Reads landmarks of MediaPipe's hand trackers: a list of results, or an object with `frames`, `width` and `height`. A hand with 26
 * joints is fitted to the landmarks in the picture; those in space only help, because their depth is poor.
 *
 * Throws `bad-mediapipe` with the place for text that is not landmarks, and `too-large` for text beyond `limits`.
 *
 * @example decodeMediapipe(await file.text(), { handLength: 0.18 }).recording
 */
export function decodeMediapipe(source: string | Uint8Array, options: MediapipeReadOptions = {}): ReadResult {
	const settings = readOptions(MEDIAPIPE_READ_OPTIONS, options);
	const json = readText(source, 'bad-mediapipe');
	const budget = new ReadBudget(options.limits, json.length);
	const content = parse(json, budget);
	const issues: Issue[] = [];
	const size = findSize(content, settings.aspect, issues);
	const frames = Array.isArray(content) ? content : isObject(content) ? (content['frames'] ?? [content]) : null;
	if (!Array.isArray(frames)) return failMediapipe('frames', 'must be a list of results');
	const { handLength, fieldOfView, camera, unsmoothed } = settings;
	const fitter = new LandmarkFitter({ ...size, handLength, fieldOfView, camera, unsmoothed });
	const recorder = new Recorder({ maxDuration: Number.POSITIVE_INFINITY });
	recorder.setDetails({
		info: { application: 'MediaPipe', landmarks: { handLength, fieldOfView, camera } },
		radii: { left: fitter.radii, right: fitter.radii },
	});
	recorder.start();
	const sample = createFrameSample();
	let [notFitted, dropped, start] = [0, 0, Number.NaN];
	frames.forEach((value: unknown, i) => {
		const { time: given, hands, face } = readFrame(value, Array.isArray(content) ? `[${i}]` : `frames[${i}]`);
		budget.chargeBytes(FRAME_BYTES);
		budget.chargeSteps(FIT_STEPS * hands.length);
		const time = given ?? i / settings.inputRate;
		if (Number.isNaN(start)) start = time;
		fitter.fit({ time: Math.fround(time - start), hands, face }, sample);
		if (!recorder.capture(sample)) dropped++;
		else
			notFitted += Math.max(0, Math.min(2, hands.length) - SIDES.filter((side) => sample.hands[side].tracked).length);
	});
	if (dropped > 0) {
		const text = `${countOf(dropped, 'frame')} left out: the time is not after that of the frame before`;
		issues.push(createWarning('keys-lost', 'frames', text));
	}
	if (notFitted > 0) {
		const text = `${countOf(notFitted, 'hand')} left out: the landmarks do not look like a hand`;
		issues.push(createWarning('hand-not-fitted', 'frames', text));
	}
	return { recording: recorder.toRecording({ keepAllKeys: true }), issues };
}

function parse(json: string, budget: ReadBudget): unknown {
	try {
		return parseJson(json, budget);
	} catch (cause) {
		if (cause instanceof RecordingError) throw cause;
		return failMediapipe('', `the JSON is malformed: ${cause instanceof Error ? cause.message : cause}`);
	}
}

function findSize(content: unknown, aspect: number | undefined, issues: Issue[]): PictureSize {
	const { width, height } = isObject(content) ? content : { width: undefined, height: undefined };
	if (width !== undefined || height !== undefined) {
		const isSize = [width, height].every((pixels) => typeof pixels === 'number' && pixels >= 1 && pixels <= 1e6);
		return isSize
			? ({ width, height } as PictureSize)
			: failMediapipe('width', 'must be a number of pixels, as height');
	}
	if (aspect !== undefined) return { width: 1000 * aspect, height: 1000 };
	const text = 'the file does not name width and height of the picture; 4 : 3 is assumed (option aspect)';
	issues.push(createWarning('picture-size-unknown', 'width', text));
	return USUAL_PICTURE;
}

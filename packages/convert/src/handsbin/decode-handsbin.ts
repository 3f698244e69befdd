import { createRecording, type Issue, type LimitOptions, SIDES, type Track } from '@handreel/core';
import { countOf, hasKeys, ReadBudget } from '@handreel/core/internal';
import type { ReadResult } from '../common/format.ts';
import { createWarning } from '../common/warning.ts';
import { type BuiltHand, buildHand } from './build-hand.ts';
import { ByteReader } from './byte-reader.ts';
import type { FrameScan } from './columns.ts';
import { CurveMaker } from './curve-maker.ts';
import { describeHeader } from './details.ts';
import { type FrameTimes, findTimes, toFloat, toFloats } from './frame-times.ts';
import { readHeader } from './header.ts';
import { BEFORE_SUCCESS_TRACK, SUCCESS_TRACK } from './layout.ts';
import { scanFrames } from './scan-frames.ts';

/** Memory of a frame beside its keys, and work with them. */
const FRAME_BYTES = 64;
const FRAME_STEPS = 64;

/**
 * Reads a Unity XR Hands capture, version 1 or 2. Each frame becomes a key; a hand without joints is not tracked. Time
 * stamps that lag by a frame are corrected. Data that the model lacks becomes tracks with names that start with
 * `handsbin_`, and `info.handsbin`, so that {@link encodeHandsbin} can write the same bytes again.
 *
 * Throws `RecordingError` (`bad-handsbin`, `bad-count`, `bad-string`, `truncated`) with the frame and the offset for
 * damaged files, and `too-large` for files beyond `limits`.
 *
 * @example decodeHandsbin(new Uint8Array(await file.arrayBuffer())).recording
 */
export function decodeHandsbin(bytes: Uint8Array, options: LimitOptions = {}): ReadResult {
	const budget = new ReadBudget(options.limits, bytes.length);
	const reader = new ByteReader(bytes);
	const header = readHeader(reader);
	budget.chargeBytes(FRAME_BYTES * header.frameCount);
	budget.chargeSteps(FRAME_STEPS * header.frameCount);
	const scan = scanFrames(reader, header);
	const times = findTimes(header, scan.stamps);
	const maker = new CurveMaker(reader.view, times, budget);
	const hands = {
		left: buildHand('left', scan.hands.left, maker, reader.view),
		right: buildHand('right', scan.hands.right, maker, reader.view),
	};
	const head = {
		position: maker.createVector(scan.headPosition),
		rotation: maker.createRotation(scan.headRotation),
	};
	const recording = createRecording({
		head: hasKeys(head) ? head : null,
		hands: { left: hands.left.hand, right: hands.right.hand },
		info: { handsbin: describeHeader(header, times) },
		tracks: [...listFrameTracks(scan, maker), ...hands.left.tracks, ...hands.right.tracks],
	});
	const issues = [
		...scan.issues,
		...listTimeIssues(times),
		...listHeadIssues(scan),
		...SIDES.flatMap((side) => listHandIssues(side, hands[side], times)),
	];
	if (Number.isNaN(toFloat(header.duration)) || toFloats(header.details?.fingerShapes ?? NONE).some(Number.isNaN)) {
		issues.push(createWarning('payload-lost', 'info.handsbin', 'the bits of a NaN in the header are not kept'));
	}
	if (reader.left > 0) {
		const message = `${countOf(reader.left, 'byte')} after the last frame, which XR Hands ignores`;
		issues.push({ ...createWarning('trailing-bytes', '', message), message, byteOffset: reader.offset });
	}
	return { recording, issues };
}

const NONE = new Uint32Array(0);

function listFrameTracks({ success, successBefore }: FrameScan, maker: CurveMaker): Track[] {
	const tracks: Track[] = [{ name: SUCCESS_TRACK, kind: 'scalar', value: maker.createFrameIntegers(success) }];
	if (successBefore.frames.length > 0) {
		tracks.push({ name: BEFORE_SUCCESS_TRACK, kind: 'scalar', value: maker.createIntegers(successBefore) });
	}
	return tracks;
}

function listTimeIssues({ bits, kept, isLagging }: FrameTimes): Issue[] {
	const issues: Issue[] = [];
	if (isLagging) {
		const message = 'time stamps lag by a frame, as XR Hands 1.8 and later write them; they were corrected';
		issues.push({ code: 'late-stamps', severity: 'info', message, path: '', byteOffset: null, time: null });
	}
	const dropped = bits.length - kept.length;
	if (dropped > 0) {
		const first = kept.findIndex((frame, i) => frame !== i);
		const frame = first < 0 ? kept.length : first;
		const message = `${countOf(dropped, 'frame')} left out: the time is not after that of the frame before`;
		issues.push(createWarning('keys-lost', `frame ${frame}`, message));
	}
	return issues;
}

function listHeadIssues({ headPosition, headRotation }: FrameScan): Issue[] {
	const positions = new Set(headPosition.frames);
	const rotations = new Set(headRotation.frames);
	const halves = headPosition.frames.filter((frame) => !rotations.has(frame)).length;
	const others = headRotation.frames.filter((frame) => !positions.has(frame)).length;
	if (halves + others === 0) return [];
	const message = `head: only the position or only the rotation is tracked in ${countOf(halves + others, 'frame')}`;
	return [{ code: 'half-head', severity: 'info', message, path: 'head', byteOffset: null, time: null }];
}

function listHandIssues(side: string, { partialFrames }: BuiltHand, { bits }: FrameTimes): Issue[] {
	const [first] = partialFrames;
	if (first === undefined) return [];
	const path = `hands.${side}`;
	const reason = `tracked without joints in ${countOf(partialFrames.length, 'frame')}; read as not tracked`;
	return [{ ...createWarning('partial-hand', path, reason), time: toFloat(bits[first]!) }];
}

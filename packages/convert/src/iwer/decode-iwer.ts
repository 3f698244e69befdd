import { createRecording, type Issue, type LimitOptions, RecordingError, SIDES, type Side } from '@handreel/core';
import { countOf, normalizeQuaternion, parseJson, ReadBudget } from '@handreel/core/internal';
import type { ReadResult } from '../common/format.ts';
import { flipSpace, PoseKeys } from '../common/pose-keys.ts';
import { readText } from '../common/read-text.ts';
import { createWarning } from '../common/warning.ts';
import {
	type CaptureSource,
	failIwer,
	isObject,
	readRow,
	readSourceRow,
	readSources,
	type SourceRow,
} from './capture.ts';
import { ControllerKeys } from './controller-keys.ts';
import { HandKeys } from './hand-keys.ts';

/** Memory of a key of a pose. */
const POSE_BYTES = 192;

/**
 * Reads a capture of IWER's `ActionRecorder`. Each row becomes a key. Joints, which are relative to the pointing ray, become
 * poses in space; rotations get unit length, because captures round them. Sources that come back continue their hand or
 * controller. The first row is at 0 seconds.
 *
 * Throws `bad-iwer` with the place for text that is not a capture, and `too-large` for text beyond `limits`.
 *
 * @example decodeIwer(await file.text()).recording
 */
export function decodeIwer(source: string | Uint8Array, options: LimitOptions = {}): ReadResult {
	const json = readText(source, 'bad-iwer');
	const budget = new ReadBudget(options.limits, json.length);
	const capture = parse(json, budget);
	const sources = readSources(capture['schema']);
	const rows = capture['frames'];
	if (!Array.isArray(rows)) return failIwer('frames', 'must be a list of rows');
	const keys = new CaptureKeys();
	let start: number | null = null;
	rows.forEach((row: unknown, i) => {
		const path = `frames[${i}]`;
		const { time: milliseconds, head, sources: given } = readRow(row, path);
		start ??= milliseconds;
		const found = given.map((data, at) => readSourceRow(data, sources, `${path}[${8 + at}]`));
		budget.chargeBytes(POSE_BYTES * (1 + found.reduce((sum, { source }) => sum + countPoses(source), 0)));
		keys.addRow(Math.fround((milliseconds - start) / 1000), head, found);
	});
	return keys.finish(sources);
}

// The poses that a source adds, or values of buttons and axes that take as much.
function countPoses({ joints, buttonCount, axisCount }: CaptureSource): number {
	return 2 + (joints?.length ?? 0) + (buttonCount + axisCount) / 2;
}

function parse(json: string, budget: ReadBudget): Readonly<Record<string, unknown>> {
	let value: unknown;
	try {
		value = parseJson(json, budget);
	} catch (cause) {
		if (cause instanceof RecordingError) throw cause;
		const message = `the JSON is malformed: ${cause instanceof Error ? cause.message : cause}`;
		throw new RecordingError(
			{ code: 'bad-iwer', severity: 'error', message, path: '', byteOffset: null, time: null },
			{ cause },
		);
	}
	return isObject(value) ? value : failIwer('capture', 'must be an object with schema and frames');
}

class CaptureKeys {
	readonly #head = new PoseKeys();
	readonly #hands: Readonly<Record<Side, HandKeys>> = { left: new HandKeys(), right: new HandKeys() };
	readonly #controllers: Readonly<Record<Side, ControllerKeys>> = {
		left: new ControllerKeys(),
		right: new ControllerKeys(),
	};
	#lastTime = Number.NEGATIVE_INFINITY;
	#droppedRows = 0;
	#droppedSources = 0;

	addRow(time: number, head: readonly number[], rows: readonly SourceRow[]): void {
		if (!(time > this.#lastTime)) {
			this.#droppedRows++;
			return;
		}
		this.#lastTime = time;
		const pose = Float64Array.from(head);
		normalizeQuaternion(pose, pose, 3, 3);
		this.#head.add(time, flipSpace(pose));
		const taken = new Set<SourceRow>();
		for (const side of SIDES) {
			const own = rows.filter(({ source }) => source.handedness === side);
			const add = (keys: HandKeys | ControllerKeys, row: SourceRow | undefined): void => {
				if (row === undefined) keys.addLost(time);
				else {
					keys.add(time, row);
					taken.add(row);
				}
			};
			add(
				this.#hands[side],
				own.find(({ hand }) => hand !== null),
			);
			add(
				this.#controllers[side],
				own.find(({ hand }) => hand === null),
			);
		}
		this.#droppedSources += rows.length - taken.size;
	}

	finish(sources: ReadonlyMap<number, CaptureSource>): ReadResult {
		const seen = (keys: Readonly<Record<Side, { readonly isSeen: boolean }>>): boolean =>
			SIDES.some((side) => keys[side].isSeen);
		const hand = (side: Side) => (this.#hands[side].isSeen ? this.#hands[side].toHand() : {});
		const controller = (side: Side) => (this.#controllers[side].isSeen ? this.#controllers[side].toController() : null);
		const recording = createRecording({
			head: this.#head.count === 0 ? null : this.#head.toPose(),
			hands: seen(this.#hands) ? { left: hand('left'), right: hand('right') } : null,
			controllers: seen(this.#controllers) ? { left: controller('left'), right: controller('right') } : null,
		});
		return { recording, issues: this.#listIssues(sources) };
	}

	#listIssues(sources: ReadonlyMap<number, CaptureSource>): Issue[] {
		const issues: Issue[] = [];
		const warn = (code: Issue['code'], path: string, message: string): void => {
			issues.push(createWarning(code, path, message));
		};
		if (this.#droppedRows > 0)
			warn(
				'keys-lost',
				'frames',
				`${countOf(this.#droppedRows, 'row')} left out: the time is not after that of the row before`,
			);
		if (this.#droppedSources > 0) {
			const others = [...sources.values()].filter(({ handedness }) => handedness !== 'left' && handedness !== 'right');
			const reason = others.length > 0 ? 'neither left nor right' : 'a second source of the same hand';
			warn(
				'section-lost',
				'frames',
				`${countOf(this.#droppedSources, 'entry').replace(/entrys$/, 'entries')} left out: ${reason}`,
			);
		}
		for (const side of SIDES) {
			const { hasTooMany, hasOtherProfiles } = this.#controllers[side];
			if (this.#hands[side].hasVaryingRadii)
				warn('values-lost', `hands.${side}.radii`, 'change over time; the average is kept');
			if (hasTooMany) warn('values-lost', `controllers.${side}`, 'has more buttons or axes than a recording holds');
			if (hasOtherProfiles) warn('values-lost', `controllers.${side}.profiles`, 'change over time; the first are kept');
		}
		return issues;
	}
}

// What a recording remembers of the .handsbin file that it comes from, in `info.handsbin`.
import type { Recording } from '@handreel/core';
import { type JsonFloat, parseFloatName, toJsonFloat } from '../common/named-floats.ts';
import { type FrameTimes, toFloat, toFloats } from './frame-times.ts';
import type { Header } from './header.ts';
import { ALL_JOINTS, DEFAULT_FINGER_SHAPES, FINGER_SHAPE_NUMBERS } from './layout.ts';

/** The header of a file as information of a recording. Absent fields have their usual values. */
export interface CaptureDetails {
	readonly version: 1 | 2;
	readonly name: string;
	/** Version 2: `false` if the time stamps do not lag by a frame. */
	readonly lag?: false;
	/** The duration of the file if it is not the time of its last frame. */
	readonly stop?: { readonly lastFrame: JsonFloat; readonly duration: JsonFloat };
	readonly sequenceFlags?: number;
	readonly options?: number;
	readonly meshLayout?: number;
	readonly jointsInLayout?: readonly number[];
	readonly fingerShapes?: readonly (readonly JsonFloat[])[];
}

/** Describes the header of a file. */
export function describeHeader(header: Header, { bits, kept, isLagging }: FrameTimes): CaptureDetails {
	const { version, name, duration, frameCount, details } = header;
	const lastBits = kept.length === 0 ? 0 : bits[kept[kept.length - 1]!]!;
	const stop = { lastFrame: toJsonFloat(toFloat(lastBits)), duration: toJsonFloat(toFloat(duration)) };
	return {
		version,
		name,
		...(version === 2 && frameCount > 1 && !isLagging ? { lag: false } : {}),
		...(duration === lastBits ? {} : { stop }),
		...(details === null
			? {}
			: {
					sequenceFlags: details.sequenceFlags,
					options: details.options,
					meshLayout: details.meshLayout,
					jointsInLayout: details.jointsInLayout,
					fingerShapes: splitRows(details.fingerShapes),
				}),
	};
}

function splitRows(bits: Uint32Array): JsonFloat[][] {
	const floats = toFloats(bits);
	return Array.from({ length: floats.length / FINGER_SHAPE_NUMBERS }, (_, row) =>
		Array.from(floats.subarray(row * FINGER_SHAPE_NUMBERS, (row + 1) * FINGER_SHAPE_NUMBERS), toJsonFloat),
	);
}

/** The values of a header, complete. */
export interface CompleteDetails {
	/** `null` if the recording comes from elsewhere. */
	readonly version: 1 | 2 | null;
	readonly name: string;
	readonly isLagging: boolean;
	readonly stop: { readonly lastFrame: number; readonly duration: number } | null;
	readonly sequenceFlags: number;
	readonly options: number;
	readonly meshLayout: number;
	readonly jointsInLayout: readonly number[];
	/** 5 × 16 numbers. */
	readonly fingerShapes: readonly number[];
}

/**
 * Reads the details of a recording. Fields that are missing or have another form get their usual values, and the name is
 * `givenName`.
 */
export function readDetails({ info }: Recording, givenName?: string): CompleteDetails {
	const given: unknown = info['handsbin'];
	const fields = (typeof given === 'object' && given !== null ? given : {}) as Readonly<Record<string, unknown>>;
	const integer = (name: string): number => (isInteger(fields[name]) ? fields[name] : 0);
	const { version, name, lag, stop, jointsInLayout: joints, fingerShapes: shapes } = fields;
	return {
		version: version === 1 || version === 2 ? version : null,
		name: [name, givenName, info.application].find((text): text is string => typeof text === 'string') ?? 'handreel',
		isLagging: lag !== false,
		stop: readStop(stop),
		sequenceFlags: integer('sequenceFlags'),
		options: integer('options'),
		meshLayout: integer('meshLayout'),
		jointsInLayout: isByteList(joints) ? joints : ALL_JOINTS,
		fingerShapes: readShapes(shapes) ?? DEFAULT_FINGER_SHAPES.flat(),
	};
}

function readStop(stop: unknown): CompleteDetails['stop'] {
	if (typeof stop !== 'object' || stop === null) return null;
	const { lastFrame, duration } = stop as Readonly<Record<string, unknown>>;
	const [last, end] = [readFloat(lastFrame), readFloat(duration)];
	return last === null || end === null ? null : { lastFrame: last, duration: end };
}

function readShapes(shapes: unknown): number[] | null {
	if (!Array.isArray(shapes) || shapes.length !== DEFAULT_FINGER_SHAPES.length) return null;
	const values = shapes.flatMap((row: unknown) =>
		Array.isArray(row) && row.length === FINGER_SHAPE_NUMBERS ? row.map(readFloat) : [null],
	);
	return values.every((value) => value !== null) ? values : null;
}

function readFloat(value: unknown): number | null {
	return typeof value === 'number' ? value : parseFloatName(value);
}

function isInteger(value: unknown): value is number {
	return typeof value === 'number' && (value | 0) === value;
}

function isByteList(value: unknown): value is number[] {
	return (
		Array.isArray(value) &&
		value.length === ALL_JOINTS.length &&
		value.every((byte) => isInteger(byte) && byte >= 0 && byte <= 255)
	);
}

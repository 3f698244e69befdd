import type { ByteReader } from './byte-reader.ts';
import { CAPTURE_JOINT_COUNT, FINGER_SHAPE_NUMBERS, FINGERS, MIN_FRAME_BYTES } from './layout.ts';

/** The start of a .handsbin file. */
export interface Header {
	readonly version: 1 | 2;
	readonly name: string;
	/** The bits of the duration, and where they are. */
	readonly duration: number;
	readonly durationOffset: number;
	readonly frameCount: number;
	/** Absent in version 1. */
	readonly details: HeaderDetails | null;
}

/** What only version 2 has. */
export interface HeaderDetails {
	readonly sequenceFlags: number;
	readonly options: number;
	readonly jointsInLayout: readonly number[];
	readonly meshLayout: number;
	/** The bits of 5 × 16 floats. */
	readonly fingerShapes: Uint32Array;
}

/**
 * Reads the header. Throws `RecordingError`, also for more frames than the file can hold, unless frames may be missing.
 */
export function readHeader(
	reader: ByteReader,
	{ allowsMissing = false }: { readonly allowsMissing?: boolean } = {},
): Header {
	reader.place = 'header';
	const version = reader.readInt();
	if (version !== 1 && version !== 2) {
		reader.offset = 0;
		reader.fail('bad-handsbin', `version ${version} is neither 1 nor 2`);
	}
	const [sequenceFlags, options] = version === 1 ? [0, 0] : [reader.readInt(), reader.readInt()];
	const name = reader.readString();
	const durationOffset = reader.offset;
	const duration = reader.readBits();
	const details = version === 1 ? null : { sequenceFlags, options, ...readShapes(reader) };
	const frameCount = reader.readInt();
	if (!allowsMissing && (frameCount < 0 || frameCount * MIN_FRAME_BYTES[version] > reader.left)) {
		const { left } = reader;
		reader.offset -= 4;
		const needed = `${MIN_FRAME_BYTES[version]} bytes or more each`;
		reader.fail('bad-count', `${frameCount} frames of ${needed} do not fit into the remaining ${left} bytes`);
	}
	return { version, name, duration, durationOffset, frameCount, details };
}

function readShapes(reader: ByteReader): Omit<HeaderDetails, 'sequenceFlags' | 'options'> {
	const count = reader.readInt();
	if (count !== CAPTURE_JOINT_COUNT) {
		reader.offset -= 4;
		reader.fail('bad-count', `the layout has ${count} joints instead of ${CAPTURE_JOINT_COUNT}`);
	}
	const bits = reader.skip(4);
	const jointsInLayout = [0, 1, 2, 3].map((i) => reader.view.getUint8(bits + i));
	const meshLayout = reader.readInt();
	const fingerShapes = Uint32Array.from({ length: FINGERS * FINGER_SHAPE_NUMBERS }, () => reader.readBits());
	return { jointsInLayout, meshLayout, fingerShapes };
}

import { RecordingError, type Side } from '@handreel/core';
import { quoteValue } from '@handreel/core/internal';
import { LANDMARK_COUNT, type SeenHand } from '@handreel/landmarks';

/** A frame of a file. */
export interface LandmarkFrame {
	/** Seconds; `null` if the frame has no time. */
	readonly time: number | null;
	readonly hands: readonly SeenHand[];
	readonly face: readonly number[] | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** How a version of MediaPipe names the fields of its result. The first whose landmarks are there reads the frame. */
const VARIANTS: ReadonlyArray<{
	readonly image: string;
	readonly world: string;
	readonly sides: readonly string[];
	/** Whether it takes pictures for those of a mirror, so that left is right. */
	readonly isMirrored: boolean;
}> = [
	{ image: 'landmarks', world: 'worldLandmarks', sides: ['handedness', 'handednesses'], isMirrored: false },
	{ image: 'hand_landmarks', world: 'hand_world_landmarks', sides: ['handedness'], isMirrored: false },
	{ image: 'multiHandLandmarks', world: 'multiHandWorldLandmarks', sides: ['multiHandedness'], isMirrored: true },
	{
		image: 'multi_hand_landmarks',
		world: 'multi_hand_world_landmarks',
		sides: ['multi_handedness'],
		isMirrored: true,
	},
];

/** The fields of times, with the units in a second. */
const TIMES: ReadonlyArray<readonly [field: string, perSecond: number]> = [
	['time', 1],
	['timestamp', 1000],
	['timestampMs', 1000],
	['timestamp_ms', 1000],
];

/** The hands that a frame may have. */
const MAX_HANDS = 16;

/** Reads a frame. Throws `bad-mediapipe` with the place. */
export function readFrame(value: unknown, path: string): LandmarkFrame {
	if (!isObject(value)) return failMediapipe(path, 'must be an object with landmarks');
	const variant = VARIANTS.find(({ image }) => value[image] !== undefined);
	return {
		time: readTime(value, path),
		hands: variant === undefined ? [] : readHands(value, variant, path),
		face: readFace(value['facialTransformationMatrixes'], `${path}.facialTransformationMatrixes`),
	};
}

function readTime(frame: Fields, path: string): number | null {
	for (const [field, perSecond] of TIMES) {
		if (frame[field] !== undefined) return readNumber(frame[field], `${path}.${field}`) / perSecond;
	}
	return null;
}

function readHands(frame: Fields, variant: (typeof VARIANTS)[number], path: string): SeenHand[] {
	const images = readList(frame[variant.image], `${path}.${variant.image}`);
	const worlds = frame[variant.world] === undefined ? null : readList(frame[variant.world], `${path}.${variant.world}`);
	const field = variant.sides.find((name) => frame[name] !== undefined);
	if (images.length === 0) return [];
	if (field === undefined) return failMediapipe(path, `has ${variant.image} without ${variant.sides[0]}`);
	const sides = readList(frame[field], `${path}.${field}`);
	return images.map((image, i) => {
		const world = worlds?.[i];
		return {
			...readSide(sides[i], variant.isMirrored, `${path}.${field}[${i}]`),
			image: readLandmarks(image, `${path}.${variant.image}[${i}]`),
			world: world === undefined ? null : readLandmarks(world, `${path}.${variant.world}[${i}]`),
		};
	});
}

function readLandmarks(value: unknown, path: string): number[] {
	// Messages of Protocol Buffers have the list in a field.
	const list = isObject(value) ? value['landmark'] : value;
	if (!Array.isArray(list) || list.length !== LANDMARK_COUNT)
		return failMediapipe(path, `must be a list of ${LANDMARK_COUNT} landmarks`);
	return list.flatMap((point: unknown, i) => {
		if (!isObject(point)) return failMediapipe(`${path}[${i}]`, 'must be an object with x, y and z');
		return ['x', 'y', 'z'].map((axis) => readNumber(point[axis], `${path}[${i}].${axis}`));
	});
}

function readSide(value: unknown, isMirrored: boolean, path: string): { side: Side; score: number } {
	// Tasks list categories, the first being the best; Python's messages have them in a field.
	const list = isObject(value) && Array.isArray(value['classification']) ? value['classification'] : value;
	const best: unknown = Array.isArray(list) ? list[0] : list;
	const fields: Fields = isObject(best) ? best : {};
	const name = fields['categoryName'] ?? fields['category_name'] ?? fields['label'] ?? best;
	const side = typeof name === 'string' ? name.toLowerCase() : '';
	if (side !== 'left' && side !== 'right') return failMediapipe(path, `${quoteValue(name)} is neither Left nor Right`);
	const other = side === 'left' ? 'right' : 'left';
	const { score } = fields;
	return { side: isMirrored ? other : side, score: typeof score === 'number' && score >= 0 && score <= 1 ? score : 1 };
}

function readFace(value: unknown, path: string): number[] | null {
	if (value === undefined || value === null) return null;
	const [first]: readonly unknown[] = readList(value, path);
	if (first === undefined) return null;
	const data = isObject(first) ? first['data'] : first;
	if (!Array.isArray(data) || data.length !== 16) return failMediapipe(`${path}[0]`, 'must be a matrix of 16 numbers');
	return data.map((number: unknown, i) => readNumber(number, `${path}[0].data[${i}]`));
}

function readList(value: unknown, path: string): readonly unknown[] {
	if (!Array.isArray(value)) return failMediapipe(path, 'must be a list');
	return value.length > MAX_HANDS ? failMediapipe(path, `must have at most ${MAX_HANDS} items`) : value;
}

function readNumber(value: unknown, path: string): number {
	if (typeof value === 'number' && Number.isFinite(value)) return value;
	return failMediapipe(path, `${quoteValue(value)} is not a number`);
}

/** Whether a value is an object with fields. */
export function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws `bad-mediapipe`. */
export function failMediapipe(path: string, reason: string): never {
	const message = path === '' ? reason : `${path}: ${reason}`;
	throw new RecordingError({ code: 'bad-mediapipe', severity: 'error', message, path, byteOffset: null, time: null });
}

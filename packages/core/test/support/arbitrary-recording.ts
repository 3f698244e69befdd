// fast-check arbitraries for recordings, and a description of recordings that tests can compare. Keys are made of random
// 32-bit words in one shared buffer, because floats would not keep every NaN (STYLE.md, "Float bits are data").
import {
	type Curve,
	createRecording,
	describeLayout,
	getCurveKeys,
	JOINT_NAMES,
	type JointName,
	LAYOUTS,
	type Layout,
	type Marker,
	type PoseParts,
	type Recording,
	type SectionFlags,
	type Side,
	type Track,
} from '@handreel/core';
import { chooseLayout, getCurveWords } from '@handreel/core/internal';
import fc from 'fast-check';
import { createRandom, type Random } from './random.ts';
import { createTestRoom } from './test-room.ts';

/** What a recording is made from: plain data that shrinks well. */
interface Shape {
	readonly layout: Layout;
	readonly flags: SectionFlags;
	/** Curves with keys; `slot` wraps around at the number of curves. Layouts decide on strides that are left out. */
	readonly filled: ReadonlyArray<{ slot: number; keys: number; seed: number; stride?: 2 | 7 | undefined }>;
	readonly wrapSeed: number;
	readonly markers: readonly Marker[];
	/** Whether the recording also has everything that MRTK's files cannot store. */
	readonly hasExtras?: boolean;
}

/** A recording as comparable data, to the bit. Curves without keys have no stride worth comparing. */
export interface Description {
	readonly layout: Layout | null;
	readonly duration: number;
	readonly markers: readonly Marker[];
	/** By path: kind, stride, wrap modes and words. */
	readonly curves: Readonly<Record<string, string>>;
	/** By path: radii, profiles, information, the room, and the kinds, events and spans of tracks. */
	readonly details: Readonly<Record<string, unknown>>;
}

// Signed zeros, denormals, infinities, quiet and signaling NaNs with and without payload, and small integers.
const ODD_WORDS = [
	0, 0x8000_0000, 1, 0x007f_ffff, 0x807f_ffff, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0xffc1_2345, 0x7f80_0001,
	0xff80_0001, 0x7fbf_ffff, 0xffff_ffff, 2, 3, 0x3f80_0000,
];
const MAX_CURVES = 395;

/** All combinations of sections that a 1.1 file can have. */
export const ALL_FLAGS: readonly SectionFlags[] = Array.from({ length: 8 }, (_, bits) => ({
	head: (bits & 1) !== 0,
	hands: (bits & 2) !== 0,
	gaze: (bits & 4) !== 0,
}));

/** Any well-formed name: empty, with a leading U+FEFF, longer than 127 and than 16,383 UTF-8 bytes. */
export const arbitraryName: fc.Arbitrary<string> = fc.oneof(
	{ weight: 8, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
	{ weight: 2, arbitrary: fc.constant('') },
	{ weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }).map((name) => `\ufeff${name}`) },
	{ weight: 3, arbitrary: repeated(126, 300) },
	{ weight: 1, arbitrary: repeated(16_382, 17_000) },
);

/** Any marker that a file can hold. */
export const arbitraryMarker: fc.Arbitrary<Marker> = fc.record(
	{ time: fc.float({ noNaN: true }), name: arbitraryName },
	{ noNullPrototype: true },
);

/** Any recording that some file holds exactly as it is: strides, sections and markers fit its layout. */
export function arbitraryRecording(
	layouts: readonly Layout[] = LAYOUTS.map(({ layout }) => layout),
): fc.Arbitrary<Recording> {
	return fc.constantFrom(...layouts).chain((layout) => {
		const flags = layout.version === '1.0' ? fc.constant({ head: true, hands: true, gaze: false }) : arbitraryFlags();
		const markers = layout.markers ? fc.array(arbitraryMarker, { maxLength: 5 }) : fc.constant([]);
		return arbitraryShape(fc.constant(layout), flags, markers, fc.constant(undefined)).map(buildRecording);
	});
}

/** Any recording at all that has pointing rays, a controller, information and tracks of all kinds. */
export function arbitraryExtendedRecording(): fc.Arbitrary<Recording> {
	const layout = fc.constantFrom(...LAYOUTS.map((info) => info.layout));
	const markers = fc.array(arbitraryMarker, { maxLength: 3 });
	const shape = arbitraryShape(layout, arbitraryFlags(), markers, fc.constantFrom(2, 7));
	return shape.map((given) => buildRecording({ ...given, hasExtras: true }));
}

/** Any recording at all: strides, sections and markers need not fit the layout that it names. */
export function arbitraryLooseRecording(): fc.Arbitrary<Recording> {
	const layout = fc.constantFrom(...LAYOUTS.map((info) => info.layout));
	const markers = fc.array(arbitraryMarker, { maxLength: 3 });
	return arbitraryShape(layout, arbitraryFlags(), markers, fc.constantFrom(2, 7)).map(buildRecording);
}

/** The curves of a recording by their paths, in the order of the model. */
export function curvesByPath(recording: Recording): Map<string, Curve> {
	const curves = new Map<string, Curve>();
	const visit = (node: unknown, path: string): void => {
		if (typeof node !== 'object' || node === null) return;
		if ('stride' in node) curves.set(path, node as Curve);
		else for (const [name, child] of Object.entries(node)) visit(child, `${path}.${name}`);
	};
	visit(recording.head, 'head');
	visit(recording.hands, 'hands');
	visit(recording.gaze, 'gaze');
	visit(recording.controllers, 'controllers');
	for (const track of recording.tracks) visit(track, `tracks.${track.name}`);
	return curves;
}

/** Whether any float curve has keys. If none has, full and simple keys look the same in a file. */
export function hasFloatKeys(recording: Recording): boolean {
	return [...curvesByPath(recording).values()].some((curve) => curve.kind === 'float' && curve.count > 0);
}

/** The layout as which a file is read: the one it was written in, unless no float curve has keys (FORMAT.md). */
export function detectedLayout(
	recording: Recording,
	written: Layout = describeLayout(chooseLayout(recording)).layout,
): Layout {
	if (hasFloatKeys(recording)) return written;
	return { ...written, keys: written.version === '1.1' && written.markers ? 'simple' : 'full' };
}

/** Describes a recording. With `asFull`, simple float keys are described as full keys. */
export function describeModel(recording: Recording, options: { readonly asFull?: boolean } = {}): Description {
	const curves: Record<string, string> = {};
	for (const [path, curve] of curvesByPath(recording)) {
		const isWidened = options.asFull === true && curve.kind === 'float';
		const stride = curve.count === 0 ? '-' : isWidened ? 7 : curve.stride;
		const { kind, preWrap, postWrap } = curve;
		// Both views of the words must tell the same.
		const { buffer, byteOffset, byteLength } = curve.words;
		const bits = isWidened ? widenWords(curve) : getCurveKeys(curve);
		const words = hex(bits.buffer, bits.byteOffset, bits.byteLength);
		const isOneMemory =
			buffer === curve.floats.buffer &&
			byteOffset === curve.floats.byteOffset &&
			byteLength === curve.floats.byteLength;
		curves[path] = `${kind} ${stride} ${preWrap} ${postWrap} ${isOneMemory ? words : 'keys and words differ'}`;
	}
	const { layout, duration, markers } = recording;
	return { layout, duration, markers, curves, details: listDetails(recording) };
}

function listDetails({ hands, controllers, info, tracks, room }: Recording): Record<string, unknown> {
	return {
		info,
		radii: hands && [hands.left.radii, hands.right.radii],
		profiles: controllers && [controllers.left?.profiles ?? null, controllers.right?.profiles ?? null],
		tracks: tracks.map((track) => [
			track.name,
			track.kind,
			track.kind === 'events' ? track.events : track.kind === 'spans' ? track.spans : null,
		]),
		room,
	};
}

function arbitraryFlags(): fc.Arbitrary<SectionFlags> {
	return fc.constantFrom(...ALL_FLAGS);
}

function arbitraryShape(
	layout: fc.Arbitrary<Layout>,
	flags: fc.Arbitrary<SectionFlags>,
	markers: fc.Arbitrary<readonly Marker[]>,
	stride: fc.Arbitrary<2 | 7 | undefined>,
): fc.Arbitrary<Shape> {
	// The first slots hold every kind of curve, so they are worth more visits.
	const slot = fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: MAX_CURVES - 1 }));
	const keys = fc.oneof({ weight: 5, arbitrary: fc.nat({ max: 6 }) }, { weight: 1, arbitrary: fc.nat({ max: 400 }) });
	const seed = fc.integer();
	const filled = fc.array(fc.record({ slot, keys, seed, stride }), { maxLength: 6 });
	return fc.record({ layout, flags, filled, wrapSeed: seed, markers });
}

/** A string of `min` to `max` UTF-8 bytes or a few more, made of one to four bytes a character. */
function repeated(min: number, max: number): fc.Arbitrary<string> {
	return fc.tuple(fc.constantFrom('a', 'é', '€', '🖐'), fc.integer({ min, max })).map(([unit, size]) => {
		return unit.repeat(Math.ceil(size / Buffer.byteLength(unit)));
	});
}

function buildRecording(shape: Shape): Recording {
	const { layout, flags, filled, markers, hasExtras = false } = shape;
	const random = createRandom(shape.wrapSeed);
	const words = new Uint32Array(filled.reduce((sum, { keys }) => sum + keys * 7, 0));
	const floats = new Float32Array(words.buffer);
	const layoutStride = layout.keys === 'full' ? 7 : 2;
	const extraSlots = hasExtras ? 9 + 23 + (flags.hands ? 16 : 0) : 0;
	const slots = extraSlots + (flags.head ? 7 : 0) + (flags.hands ? 382 : 0) + (flags.gaze ? 6 : 0);
	const bySlot = new Map(filled.map((entry) => [entry.slot % slots, entry]));
	let slot = 0;
	let end = 0;
	const next = (kind: Curve['kind']): Curve => {
		const entry = bySlot.get(slot++);
		const stride = kind === 'boolean' ? 2 : (entry?.stride ?? layoutStride);
		const start = end;
		end += (entry?.keys ?? 0) * stride;
		if (entry !== undefined) fillKeys(words.subarray(start, end), stride, createRandom(entry.seed));
		const wraps = { preWrap: arbitraryWrap(random), postWrap: arbitraryWrap(random) };
		return { kind, count: (end - start) / stride, stride, start, floats, words, ...wraps };
	};
	const vec = () => ({ x: next('float'), y: next('float'), z: next('float') });
	const pose = () => ({ position: vec(), rotation: { ...vec(), w: next('float') } });
	const joints = () => Object.fromEntries(JOINT_NAMES.map((name) => [name, pose()])) as Record<JointName, PoseParts>;
	const button = () => ({ pressed: next('boolean'), touched: next('boolean'), value: next('float') });
	const controller = () => ({
		tracked: next('boolean'),
		axes: [next('float'), next('float')],
		buttons: [button(), button()],
		grip: pose(),
		aim: pose(),
		profiles: ['generic-trigger'],
	});
	const tracks = (): Track[] => [
		{ name: 'number', kind: 'scalar', value: next('float') },
		{ name: 'state', kind: 'boolean', value: next('boolean') },
		{ name: 'object', kind: 'pose', ...pose() },
		{ name: 'messages', kind: 'events', events: markers },
		{
			name: 'phases',
			kind: 'spans',
			spans: [
				{ start: -0.5, end: 1.25, label: 'a "phase"' },
				{ start: 0.1, end: 0.1, label: '', score: -1e-9 },
			],
		},
	];
	// The first slots are filled most often, so the extras come first.
	const extras = hasExtras
		? {
				tracks: tracks(),
				controllers: { left: controller() },
				info: { device: 'a headset', study: [1, 'two'] },
				room: createTestRoom(),
			}
		: {};
	const handExtras = () =>
		hasExtras ? { pinchStrength: next('float'), aim: pose(), radii: { wrist: 0.02, thumbTip: 0.009 } } : {};
	const hand = () => ({ ...handExtras(), tracked: next('boolean'), pinching: next('boolean'), joints: joints() });
	const hands = (): Record<Side, ReturnType<typeof hand>> => ({ left: hand(), right: hand() });
	return createRecording({
		...extras,
		layout,
		markers,
		head: flags.head ? pose() : null,
		hands: flags.hands ? hands() : null,
		gaze: flags.gaze ? { origin: vec(), direction: vec() } : null,
	});
}

/** Random bits, some of them odd; some times equal the one before, and about half of the weighted modes are Unity's. */
function fillKeys(words: Uint32Array, stride: number, random: Random): void {
	for (let i = 0; i < words.length; i++) {
		words[i] = random.below(4) === 0 ? random.pick(ODD_WORDS) : random.word();
		const field = i % stride;
		if (field === 0 && i > 0 && random.below(4) === 0) words[i] = words[i - stride] ?? 0;
		if (field === 6 && random.below(2) === 0) words[i] = random.below(4);
	}
}

/** Mostly a wrap mode of Unity, sometimes any 32-bit integer. */
function arbitraryWrap(random: Random): number {
	return random.below(8) === 0 ? random.word() | 0 : random.pick([8, 8, 0, 1, 2, 4]);
}

function widenWords(curve: Curve): Uint32Array {
	const words = getCurveWords(curve);
	if (curve.stride === 7) return words;
	const wide = new Uint32Array((words.length / 2) * 7);
	for (let i = 0; i < words.length / 2; i++) wide.set([words[i * 2] ?? 0, words[i * 2 + 1] ?? 0, 0, 0, 0, 0, 3], i * 7);
	return wide;
}

function hex(buffer: ArrayBufferLike, byteOffset: number, byteLength: number): string {
	return Buffer.from(new Uint8Array(buffer, byteOffset, byteLength)).toString('hex');
}

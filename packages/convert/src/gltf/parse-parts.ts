import {
	type ControllerParts,
	createCurve,
	createRecording,
	type HandParts,
	JOINT_NAMES,
	type JointRadii,
	type PoseCurves,
	type RecordingInfo,
	type Side,
	type Span,
	type Track,
} from '@handreel/core';
import { type GltfReader, MAX_AXES, MAX_BUTTONS, quoteValue, type ReadBudget, readSpan } from '@handreel/core/internal';
import { parseMarkers } from './parse-values.ts';

/** Memory of a track without its keys: up to seven curves. */
const TRACK_BYTES = 2048;

/** The parts of a recording that MRTK's files cannot store. Their curves have no keys yet. */
export interface ParsedParts {
	readonly hands: Readonly<Record<Side, HandParts>>;
	readonly controllers: Readonly<Record<Side, ControllerParts | null>> | null;
	readonly tracks: readonly Track[];
	readonly info: RecordingInfo;
}

/** Reads the parts that `extras` list. Throws `bad-gltf` and `too-large`. */
export function parseParts(
	reader: GltfReader,
	extras: Readonly<Record<string, unknown>>,
	budget: ReadBudget,
): ParsedParts {
	const hands = reader.object(extras['hands'] ?? {}, 'extras.hands');
	const controllers = extras['controllers'] == null ? null : reader.object(extras['controllers'], 'extras.controllers');
	return {
		hands: { left: parseHand(reader, hands['left'], 'left'), right: parseHand(reader, hands['right'], 'right') },
		controllers: controllers && {
			left: parseController(reader, controllers['left'], 'extras.controllers.left'),
			right: parseController(reader, controllers['right'], 'extras.controllers.right'),
		},
		tracks: parseTracks(reader, extras['tracks'] ?? [], budget),
		info: reader.object(extras['info'] ?? {}, 'extras.info'),
	};
}

function parseHand(reader: GltfReader, value: unknown, side: Side): HandParts {
	const { aim, pinchStrength, radii } = reader.object(value ?? {}, `extras.hands.${side}`);
	return {
		aim: aim === true ? {} : null,
		pinchStrength: pinchStrength === true ? createCurve([]) : null,
		radii: radii == null ? null : parseRadii(reader, radii, `extras.hands.${side}.radii`),
	};
}

function parseRadii(reader: GltfReader, value: unknown, path: string): JointRadii {
	const radii = reader.object(value, path);
	for (const [name, radius] of Object.entries(radii)) {
		const isJoint = (JOINT_NAMES as readonly string[]).includes(name);
		if (!isJoint || typeof radius !== 'number') reader.fail(`${path}.${name}`, 'expected the radius of a joint');
	}
	return radii as JointRadii;
}

function parseController(reader: GltfReader, value: unknown, path: string): ControllerParts | null {
	if (value == null) return null;
	const { buttons, axes, profiles } = reader.object(value, path);
	return {
		buttons: Array.from({ length: parseCount(reader, buttons, MAX_BUTTONS, `${path}.buttons`) }, () => ({})),
		axes: Array.from({ length: parseCount(reader, axes, MAX_AXES, `${path}.axes`) }, () => createCurve([])),
		profiles: reader.texts(profiles, `${path}.profiles`),
	};
}

function parseCount(reader: GltfReader, value: unknown, most: number, path: string): number {
	if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most) return value as number;
	return reader.fail(path, `expected a count up to ${most}`);
}

function parseTracks(reader: GltfReader, value: unknown, budget: ReadBudget): Track[] {
	const names = new Set<string>();
	return reader.objects(value, 'extras.tracks').map(({ name, kind, events, spans }, i) => {
		const path = `extras.tracks[${i}]`;
		if (typeof name !== 'string' || name === '' || name.includes('.') || names.has(name))
			return reader.fail(`${path}.name`, 'expected a unique name without dots');
		names.add(name);
		budget.chargeBytes(TRACK_BYTES);
		if (kind === 'spans') return { name, kind, spans: parseSpans(reader, spans, `${path}.spans`) };
		if (kind === 'events') return { name, kind, events: parseMarkers(reader, events, `${path}.events`) };
		// A pose without keys.
		if (kind === 'pose') return { name, kind, ...(createRecording({ head: {} }).head as PoseCurves) };
		if (kind === 'scalar') return { name, kind, value: createCurve([]) };
		if (kind === 'boolean') return { name, kind, value: createCurve([], { kind: 'boolean' }) };
		return reader.fail(`${path}.kind`, `${quoteValue(kind)} is not a kind of track`);
	});
}

function parseSpans(reader: GltfReader, value: unknown, path: string): Span[] {
	return reader
		.objects(value, path)
		.map(
			(item, i) =>
				readSpan(item) ?? reader.fail(`${path}[${i}]`, 'expected a label, a start, and an end that is not before it'),
		);
}

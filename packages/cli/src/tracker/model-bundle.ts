import { writeZip } from '@handreel/convert/internal';
import { type FlatField, type FlatNode, writeFlatBuffer } from './flat-buffer.ts';

// MediaPipe's tasks read a bundle of models that describe their input. The models on npm are those of the older solution, without
// the description, so it is added here. The weights stay the same.

/** The fields of a TensorFlow Lite model. */
const FIELDS = { version: 0, operators: 1, subgraphs: 2, description: 3, buffers: 4, oldMetadata: 5, metadata: 6 };
const MODEL_IDENTIFIER = 'TFL3';
const METADATA_IDENTIFIER = 'M001';
const METADATA_NAME = 'TFLITE_METADATA';

/** Returns the bundle that the hand tracker loads, from the models of palms and of landmarks. */
export function bundleModels(palm: Uint8Array, landmarks: Uint8Array): Uint8Array {
	return Buffer.concat([
		...writeZip([
			{ name: 'hand_detector.tflite', pieces: [describeInput(palm)] },
			{ name: 'hand_landmarks_detector.tflite', pieces: [describeInput(landmarks)] },
		]),
	]);
}

/** Puts a new root before a model: the old content with a description of its input, a picture with values from 0 to 1. */
export function describeInput(model: Uint8Array): Uint8Array {
	const view = new DataView(model.buffer, model.byteOffset, model.byteLength);
	const root = view.getUint32(0, true);
	const slots = root - view.getInt32(root, true);
	const slotCount = (view.getUint16(slots, true) - 4) / 2;
	const place = (field: number): number => {
		const offset = field < slotCount ? view.getUint16(slots + 4 + 2 * field, true) : 0;
		return offset === 0 ? 0 : root + offset;
	};
	const target = (field: number): number => {
		const at = place(field);
		return at === 0 ? 0 : at + view.getUint32(at, true);
	};
	const listTargets = (field: number): FlatField[] => {
		const list = target(field);
		if (list === 0) return [];
		return Array.from({ length: view.getUint32(list, true) }, (_, i) => {
			const at = list + 4 * (i + 1);
			return { after: at + view.getUint32(at, true) };
		});
	};
	const buffers = listTargets(FIELDS.buffers);
	const description: FlatNode = { kind: 'table', fields: { 0: { to: { kind: 'bytes', bytes: writeDescription() } } } };
	const entry: FlatNode = {
		kind: 'table',
		fields: { 0: { to: { kind: 'text', text: METADATA_NAME } }, 1: { u32: buffers.length } },
	};
	const fields: Record<number, FlatField> = {
		[FIELDS.version]: { u32: place(FIELDS.version) === 0 ? 0 : view.getUint32(place(FIELDS.version), true) },
		[FIELDS.buffers]: { to: { kind: 'list', items: [...buffers, { to: description }] } },
		[FIELDS.metadata]: { to: { kind: 'list', items: [...listTargets(FIELDS.metadata), { to: entry }] } },
	};
	for (const field of [FIELDS.operators, FIELDS.subgraphs, FIELDS.description, FIELDS.oldMetadata])
		if (target(field) !== 0) fields[field] = { after: target(field) };
	const head = writeFlatBuffer({ kind: 'table', fields }, MODEL_IDENTIFIER);
	const result = new Uint8Array(head.length + model.length);
	result.set(head);
	result.set(model, head.length);
	return result;
}

// One input: a picture in RGB, divided by 255.
function writeDescription(): Uint8Array {
	const table = (fields: Readonly<Record<number, FlatField>>): FlatNode => ({ kind: 'table', fields });
	const list = (...items: readonly FlatNode[]): FlatField => ({
		to: { kind: 'list', items: items.map((to) => ({ to })) },
	});
	const floats = (...values: readonly number[]): FlatField => ({ to: { kind: 'floats', values } });
	const picture = table({ 0: { u8: 2 }, 1: { to: table({ 0: { u8: 1 } }) } });
	const normalization = table({ 0: { u8: 1 }, 1: { to: table({ 0: floats(0), 1: floats(255) }) } });
	const input = table({ 3: { to: picture }, 4: list(normalization) });
	return writeFlatBuffer(table({ 3: list(table({ 2: list(input) })) }), METADATA_IDENTIFIER);
}

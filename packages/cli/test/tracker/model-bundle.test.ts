import { describe, expect, it } from 'vitest';
import { type FlatNode, writeFlatBuffer } from '../../src/tracker/flat-buffer.ts';
import { bundleModels, describeInput } from '../../src/tracker/model-bundle.ts';

// Reads FlatBuffers as their documentation describes them, apart from the code that writes them.
class Table {
	readonly view: DataView;
	readonly at: number;

	constructor(view: DataView, at: number) {
		this.view = view;
		this.at = at;
	}

	static root(bytes: Uint8Array): Table {
		const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		return new Table(view, view.getUint32(0, true));
	}

	field(slot: number): number {
		const slots = this.at - this.view.getInt32(this.at, true);
		const offset =
			4 + 2 * slot < this.view.getUint16(slots, true) ? this.view.getUint16(slots + 4 + 2 * slot, true) : 0;
		return offset === 0 ? 0 : this.at + offset;
	}

	number(slot: number): number {
		return this.view.getUint32(this.field(slot), true);
	}

	target(slot: number): number {
		const at = this.field(slot);
		return at + this.view.getUint32(at, true);
	}

	table(slot: number): Table {
		return new Table(this.view, this.target(slot));
	}

	count(slot: number): number {
		return this.field(slot) === 0 ? 0 : this.view.getUint32(this.target(slot), true);
	}

	item(slot: number, i: number): Table {
		const at = this.target(slot) + 4 * (i + 1);
		return new Table(this.view, at + this.view.getUint32(at, true));
	}

	bytes(slot: number): Uint8Array {
		const at = this.target(slot);
		return new Uint8Array(this.view.buffer, this.view.byteOffset + at + 4, this.view.getUint32(at, true));
	}

	text(slot: number): string {
		return new TextDecoder().decode(this.bytes(slot));
	}
}

const bytesOf = (...values: readonly number[]): FlatNode => ({ kind: 'bytes', bytes: Uint8Array.from(values) });
const buffer = (...values: readonly number[]): FlatNode => ({
	kind: 'table',
	fields: { 0: { to: bytesOf(...values) } },
});
// A model with a version, a text and two buffers, as TensorFlow Lite has them.
const MODEL = writeFlatBuffer(
	{
		kind: 'table',
		fields: {
			0: { u32: 3 },
			3: { to: { kind: 'text', text: 'palms' } },
			4: { to: { kind: 'list', items: [{ to: buffer(1, 2, 3) }, { to: buffer(4) }] } },
		},
	},
	'TFL3',
);

describe('a model with a described input', () => {
	const described = describeInput(MODEL);
	const root = Table.root(described);

	it('keeps its content, in place', () => {
		expect(described.subarray(described.length - MODEL.length)).toEqual(MODEL);
		expect(new TextDecoder().decode(described.subarray(4, 8))).toBe('TFL3');
		expect([root.number(0), root.text(3), root.count(4)]).toEqual([3, 'palms', 3]);
		expect([...root.item(4, 0).bytes(0)]).toEqual([1, 2, 3]);
		expect([...root.item(4, 1).bytes(0)]).toEqual([4]);
		// Weights are read where they are.
		expect((described.length - MODEL.length) % 16).toBe(0);
	});

	it('has a picture as input, with values from 0 to 1', () => {
		const entry = root.item(6, 0);
		expect([entry.text(0), entry.number(1)]).toEqual(['TFLITE_METADATA', 2]);
		const metadata = root.item(4, 2).bytes(0);
		expect(new TextDecoder().decode(metadata.subarray(4, 8))).toBe('M001');
		const input = Table.root(metadata).item(3, 0).item(2, 0);
		const unit = input.item(4, 0);
		expect([input.table(3).number(0), unit.number(0)]).toEqual([2, 1]);
		const floats = [0, 1].map((slot) => unit.table(1).view.getFloat32(unit.table(1).target(slot) + 4, true));
		expect(floats).toEqual([0, 255]);
	});

	it('is in a bundle with the names that the tracker expects', () => {
		const text = Buffer.from(bundleModels(MODEL, MODEL)).toString('latin1');
		expect(text.startsWith('PK')).toBe(true);
		expect(text).toContain('hand_detector.tflite');
		expect(text).toContain('hand_landmarks_detector.tflite');
	});
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { decodeJson, encodeJson } from '@handreel/convert/json';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { asText } from '../support/as-text.ts';
import { listFixtures } from '../support/fixture-recordings.ts';

const schemaPath = createRequire(import.meta.url).resolve('@handreel/convert/json/schema.json');
const schema = JSON.parse(readFileSync(schemaPath, 'utf8'));
const validate = new Ajv2020({ strict: true, strictTuples: false }).compile(schema);

describe('the JSON Schema', () => {
	it.each(listFixtures())('accepts $name', ({ recording }) => {
		validate(JSON.parse(asText(encodeJson(recording)).text));
		expect(validate.errors).toBeNull();
	});

	it('accepts everything that the model can hold', () => {
		validate(JSON.parse(asText(encodeJson(createFullRecording())).text));
		expect(validate.errors).toBeNull();
	});

	const head = { format: 'handreel-recording', formatVersion: 1, layout: 'mrtk-1.1' };
	const curve = (keys: unknown, more: object = {}) => ({ ...head, head: { position: { x: { keys, ...more } } } });

	it.each([
		head,
		{ ...head, $schema: 'schema.json', head: null, hands: {}, gaze: {}, markers: [{ time: 0, name: '' }] },
		curve([
			[0, 1],
			[1, 'NaN'],
		]),
		{ ...head, info: {}, controllers: null, tracks: [] },
		{ ...head, hands: { left: { aim: null, pinchStrength: null, radii: null }, right: { radii: { wrist: 0.1 } } } },
		{ ...head, controllers: { left: null, right: { buttons: [{}], axes: [{ keys: [] }], profiles: ['a'] } } },
		{ ...head, info: { device: 'a', more: [{ x: null }] }, tracks: [{ name: 'a', kind: 'events' }] },
		curve([[0, '-0', 'Infinity', '-Infinity', 0, 0, 3]], { preWrap: -5 }),
	])('accepts %j, as reading does', (value) => {
		validate(value);
		expect(validate.errors).toBeNull();
		decodeJson(JSON.stringify(value));
	});

	it.each([
		[],
		{},
		{ ...head, format: 'x' },
		{ ...head, formatVersion: 2 },
		{ ...head, layout: '1.1' },
		{ ...head, hand: null },
		{ ...head, markers: [{ time: 0 }] },
		{ ...head, markers: [{ time: 'NaN', name: '' }] },
		{ ...head, hands: { left: { joints: { thumb: {} } } } },
		{ ...head, hands: { left: { tracked: { keys: [[0, 1, 0, 0, 0, 0, 3]] } } } },
		curve([[0, true]]),
		curve([[0, 'abc']]),
		curve([[0, 1e39]]),
		curve([[0, 1], [1]]),
		curve([[0, 1, 2]]),
		curve([
			[0, 1],
			[1, 1, 0, 0, 0, 0, 3],
		]),
		curve([[0, 1, 0, 0, 0, 0, 1.5]]),
		curve([[0, 1]], { preWrap: 2 ** 31 }),
		{ ...head, head: { position: { x: {} } } },
		{ ...head, info: [] },
		{ ...head, hands: { left: { radii: { elbow: 1 } } } },
		{ ...head, hands: { left: null } },
		{ ...head, controllers: { left: { buttons: Array(17).fill({}) } } },
		{ ...head, controllers: { left: { axes: Array(9).fill({ keys: [] }) } } },
		{ ...head, controllers: { left: { profiles: [1] } } },
		{ ...head, tracks: [{ name: 'a' }] },
		{ ...head, tracks: [{ name: 'a.b', kind: 'pose' }] },
		{ ...head, tracks: [{ name: 'a', kind: 'pose', value: { keys: [] } }] },
		{ ...head, tracks: [{ name: 'a', kind: 'boolean', value: { keys: [[0, 1, 0, 0, 0, 0, 3]] } }] },
	])('rejects %j, as reading does', (value) => {
		expect(validate(value)).toBe(false);
		expect(() => decodeJson(JSON.stringify(value))).toThrow(/line 1, column/);
	});
});

import { readFileSync } from 'node:fs';
import { encodeRecording } from '@handreel/convert';
import {
	type Curve,
	createCurve,
	createRecording,
	evaluateCurve,
	getKeyTime,
	getKeyValue,
	readRecording,
	writeRecording,
} from '@handreel/core';
import { compareRecordings, optimizeRecording } from '@handreel/core/edit';
import { getKeyOutTangent, getKeyWeightedMode } from '@handreel/core/internal';
import { describe, expect, test } from 'vitest';
import { editStored, previewEdit, splitStored } from '../../src/worker/edit-recording.ts';
import { applyEdit, type Edit, scaleTolerances } from '../../src/worker/edits.ts';
import { changeKeys, type KeyEntry, type KeyField } from '../../src/worker/key-edits.ts';
import type { KeptRecording } from '../../src/worker/protocol.ts';
import { loadStored, storeRecording } from '../../src/worker/stored-recording.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { createRichRecording } from '../support/rich-recording.ts';

const full = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
const PATH = 'head.position.x';
const simple = createRecording({ head: { position: { x: createCurve([0, 0, 1, 10, 2, 20, 3, 30]) } } });

function keep(recording = full): KeptRecording {
	const stored = storeRecording(recording);
	return { name: 'take.bin', format: 'bin', sourceLayout: 'mrtk-1.1', fileSize: 1, stored, bin: null, readIssues: [] };
}

async function editSimple(edit: Edit): Promise<number[][]> {
	const { recording } = await applyEdit(simple, edit);
	const curve: Curve = recording.head!.position.x;
	return Array.from({ length: curve.count }, (_, i) => [getKeyTime(curve, i), getKeyValue(curve, i)]);
}

describe('edits of keys', () => {
	const at = (...indices: number[]) => [{ path: PATH, indices: Uint32Array.from(indices) }];
	const entry = (field: KeyField, operation: KeyEntry['operation'], number: number) => ({ field, operation, number });
	const shift = (indices: number[], time: number, value: number): Edit => ({
		kind: 'change-keys',
		keys: at(...indices),
		entries: [entry('time', 'add', time), entry('value', 'add', value)],
	});

	test('shift several keys past others, in both directions', async () => {
		expect(await editSimple(shift([0, 1], 1.5, 1))).toEqual([
			[1.5, 1],
			[2, 20],
			[2.5, 11],
			[3, 30],
		]);
		expect(await editSimple(shift([2, 3], -1.5, 0))).toEqual([
			[0, 0],
			[0.5, 20],
			[1, 10],
			[1.5, 30],
		]);
	});

	test('delete, insert and set keys', async () => {
		expect(await editSimple({ kind: 'delete-keys', keys: at(0, 2) })).toEqual([
			[1, 10],
			[3, 30],
		]);
		expect(await editSimple({ kind: 'insert-key', paths: [PATH], time: 0.5 })).toContainEqual([0.5, 5]);
		const entries = [entry('value', 'set', 7)];
		expect(await editSimple({ kind: 'change-keys', keys: at(1, 3), entries })).toEqual([
			[0, 0],
			[1, 7],
			[2, 20],
			[3, 7],
		]);
		const double = [entry('value', 'multiply', 2)];
		expect(await editSimple({ kind: 'change-keys', keys: at(2), entries: double })).toContainEqual([2, 40]);
	});

	test('leave numbers that would become NaN or too large', () => {
		const step = changeKeys(createCurve([0, 0, 1, 1]), Uint32Array.of(0), [
			entry('outTangent', 'set', Number.POSITIVE_INFINITY),
		]);
		const flat = changeKeys(step, Uint32Array.of(0), [entry('outTangent', 'multiply', 0)]);
		expect(getKeyOutTangent(flat, 0)).toBe(Number.POSITIVE_INFINITY);
		const large = changeKeys(createCurve([0, 3e38]), Uint32Array.of(0), [entry('value', 'add', 3e38)]);
		expect(getKeyValue(large, 0)).toBe(Math.fround(3e38));
	});

	test('bend lines next to keys whose slopes or weights are set', () => {
		const curve = createCurve([0, 0, 1, 10, 2, 20, 3, 30]);
		const sloped = changeKeys(curve, Uint32Array.of(1), [entry('outTangent', 'set', 0)]);
		expect(evaluateCurve(sloped, 1.5)).toBeLessThan(14.5);
		expect([evaluateCurve(sloped, 0.5), evaluateCurve(sloped, 2.5)]).toEqual([5, 25]);
		const weighted = changeKeys(sloped, Uint32Array.of(1), [entry('outWeight', 'set', 0.9)]);
		expect(getKeyWeightedMode(weighted, 1)).toBe(2);
		expect(evaluateCurve(weighted, 1.5)).toBeLessThan(evaluateCurve(sloped, 1.5));
	});

	test('leave slopes of boolean curves alone and keep their values 0 or 1', () => {
		const states = createCurve([0, 0, 1, 1], { kind: 'boolean' });
		expect(changeKeys(states, Uint32Array.of(0), [entry('inTangent', 'set', 1)])).toBe(states);
		const moved = changeKeys(states, Uint32Array.of(0, 1), [entry('value', 'add', 0.7)]);
		expect([getKeyValue(moved, 0), getKeyValue(moved, 1)]).toEqual([1, 1]);
	});

	test('set tangents and wrap modes', async () => {
		const flat = await applyEdit(simple, { kind: 'tangents', keys: at(1), mode: 'flat' });
		expect(flat.recording.head!.position.x.stride).toBe(7);
		const loop = await applyEdit(simple, { kind: 'wrap', paths: [PATH], postWrap: 'loop' });
		expect(loop.recording.head!.position.x.postWrap).toBe(2);
		expect(loop.recording.head!.position.x.preWrap).toBe(simple.head!.position.x.preWrap);
	});
});

describe('editStored', () => {
	test('stores the result, keeps what the edit leaves alone, and reports if nothing changed', async () => {
		const kept = keep(createRichRecording());
		const marked = await editStored({ kept, edit: { kind: 'add-marker', time: 1, name: 'x' } }, () => {});
		expect(marked.opened?.stored.skeleton.markers).toEqual([{ time: 1, name: 'x' }]);
		expect(marked.opened?.stored.curves.every((curve, i) => curve.blob === kept.stored.curves[i]!.blob)).toBe(true);
		expect(marked.opened?.fileSize).toBeNull();
		const same = await editStored({ kept, edit: { kind: 'delete-keys', keys: [] } }, () => {});
		expect(same.opened).toBeNull();
	});

	test('rejects what core rejects', async () => {
		await expect(editStored({ kept: keep(), edit: { kind: 'trim', start: 3, end: 2 } }, () => {})).rejects.toThrow();
	});
});

test('a preview measures size and deviation', async () => {
	const preview = await previewEdit({ kept: keep(), edit: { kind: 'optimize', factor: 2 } });
	const optimized = optimizeRecording(full, { tolerances: scaleTolerances(2) });
	const { position } = compareRecordings(full, optimized);
	expect(preview.position).toBe(position!.max);
	expect(preview.position).toBeLessThanOrEqual(0.004);
	expect(preview.bytes![1]).toBeLessThan(preview.bytes![0]);
	expect(preview.bytes![1]).toBe(writeRecording(optimized, { layout: 'mrtk-1.1', onIssue: () => {} }).length);
	const reel = await previewEdit({ kept: { ...keep(), format: 'reel' }, edit: { kind: 'optimize', factor: 2 } });
	expect([reel.format, reel.bytes![1]]).toEqual(['reel', (await encodeRecording(optimized, 'reel')).bytes.length]);
});

test('splitting numbers the pieces', async () => {
	const pieces = await splitStored({ kept: keep(), times: [2] }, () => {});
	expect(pieces.map(({ name }) => name)).toEqual(['take-1.bin', 'take-2.bin']);
	const { recording } = await loadStored(pieces[1]!.stored);
	expect(recording.duration).toBeCloseTo(full.duration - 2, 5);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeNpz, encodeNpzChunks } from '@handreel/convert/npz';
import { bakeFrames, createCurve, createRecording, JOINT_NAMES } from '@handreel/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { arbitraryLooseRecording } from '../../../core/test/support/arbitrary-recording.ts';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';
import { readNpz } from '../support/read-npz.ts';

describe('a NumPy archive', () => {
	it('holds the frames that bakeFrames returns', () => {
		const { recording } = findFixture('mrtk-2.8.3-full-5s.bin');
		const arrays = readNpz(encodeNpz(recording, { frameRate: 30, space: 'webxr' }).bytes);
		const { times, head, gaze, hands } = bakeFrames(recording, { frameRate: 30, space: 'webxr' });
		const rows = times.length;
		expect(arrays.get('time')).toEqual({ type: '<f8', shape: [rows], values: [...times] });
		expect(arrays.get('head')).toEqual({ type: '<f4', shape: [rows, 7], values: [...head!] });
		expect(arrays.get('gaze')).toEqual({ type: '<f4', shape: [rows, 6], values: [...gaze!] });
		for (const side of ['left', 'right'] as const) {
			const { tracked, pinching, joints } = hands![side];
			expect(arrays.get(`${side}_tracked`)).toEqual({ type: '|b1', shape: [rows], values: [...tracked] });
			expect(arrays.get(`${side}_pinching`)?.values).toEqual([...pinching]);
			const expected = [...joints].map((value, i) => (tracked[Math.floor(i / 189)] === 1 ? value : Number.NaN));
			expect(arrays.get(`${side}_joints`)).toEqual({ type: '<f4', shape: [rows, 27, 7], values: expected });
		}
		expect(arrays.get('joint_names')?.values).toEqual(JOINT_NAMES);
		expect(arrays.get('space')).toEqual({ type: '<U5', shape: [], values: ['webxr'] });
	});

	it('holds markers, information, radii and controllers', () => {
		const full = createFullRecording();
		const arrays = readNpz(encodeNpz(full).bytes);
		expect(arrays.get('marker_time')?.values).toEqual(full.markers.map(({ time }) => time));
		expect(arrays.get('marker_name')?.values).toEqual(full.markers.map(({ name }) => name));
		expect(JSON.parse(String(arrays.get('info')?.values[0]))).toEqual(full.info);
		expect(arrays.get('left_radii')?.shape).toEqual([27]);
		const rows = arrays.get('time')?.shape[0];
		expect(arrays.get('left_controller_pressed')?.shape).toEqual([rows, 2]);
		expect(arrays.get('right_controller_axes')?.shape).toEqual([rows, 4]);
		const documented = [
			// The table of options comes last.
			...(readFileSync(join(root, 'packages/convert/docs/npz.md'), 'utf8').split('<!-- details -->')[0] ?? '').matchAll(
				/^\| (`[^|]+) \|/gm,
			),
		];
		const names = documented.flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
		const both = names.flatMap((name) => (name.startsWith('left_') ? [name, name.replace('left', 'right')] : [name]));
		expect([...arrays.keys()].sort()).toEqual(both.sort());
	});

	it('holds names beyond the basic plane', () => {
		const recording = createRecording({
			head: { position: { x: createCurve([0, 1]) } },
			markers: [
				{ time: 0, name: 'größer 🙌' },
				{ time: 1, name: '' },
			],
		});
		const names = readNpz(encodeNpz(recording).bytes).get('marker_name');
		expect(names).toEqual({ type: '<U8', shape: [2], values: ['größer 🙌', ''] });
	});

	it('reports what it does not hold', () => {
		expect(encodeNpz(createFullRecording()).issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
			'keys-lost head.position.x',
			'section-lost tracks.block',
			'keys-lost hands.left.joints.none.position.x',
		]);
	});

	it('comes in pieces that make up the same file', () => {
		const full = createFullRecording();
		const { chunks } = encodeNpzChunks(full);
		expect(Buffer.concat([...chunks]).equals(encodeNpz(full).bytes)).toBe(true);
		expect(Buffer.concat([...chunks]).equals(encodeNpz(full).bytes)).toBe(true);
	});

	it.each(listFixtures())('can be made of $name', ({ recording }) => {
		const arrays = readNpz(encodeNpz(recording).bytes);
		const rows = arrays.get('time')?.shape[0];
		expect(arrays.get('head')?.shape ?? [rows, 7]).toEqual([rows, 7]);
	});

	it('can be made of any recording', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), (recording) => {
				expect(readNpz(encodeNpz(recording).bytes).has('time')).toBe(true);
			}),
			{ numRuns: 50 },
		);
	});
});

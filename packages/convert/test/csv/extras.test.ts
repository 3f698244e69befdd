import { decodeCsv, encodeCsv } from '@handreel/convert/csv';
import { bakeFrames, createCurve, createRecording, type Recording, SPACES, type SpaceName } from '@handreel/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryExtendedRecording, curvesByPath } from '../../../core/test/support/arbitrary-recording.ts';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { asText } from '../support/as-text.ts';

const full = createFullRecording();

describe('controllers and pointing rays in a table', () => {
	it('have columns after those of the other values', () => {
		const names = asText(encodeCsv(full)).text.split('\n')[0]?.split(',') ?? [];
		const pose = ['px_m', 'py_m', 'pz_m', 'qx', 'qy', 'qz', 'qw'];
		const poseOf = (name: string) => pose.map((component) => `${name}_${component}`);
		const listHand = (side: string) => [...poseOf(`${side}_aim`), `${side}_pinchStrength`];
		const listController = (side: string) => [
			`${side}_controller_tracked`,
			...poseOf(`${side}_controller_grip`),
			...poseOf(`${side}_controller_aim`),
			...[0, 1].flatMap((i) => ['pressed', 'touched', 'value'].map((part) => `${side}_controller_button${i}_${part}`)),
			...[0, 1, 2, 3].map((i) => `${side}_controller_axis${i}`),
		];
		expect(names.slice(names.indexOf('gaze_dz') + 1)).toEqual([
			...listHand('left'),
			...listHand('right'),
			...listController('left'),
			...listController('right'),
			'label_gesture',
		]);
	});

	it.each(Object.keys(SPACES) as SpaceName[])('hold what bakeFrames returns in the space %s', (space) => {
		const [heading = '', ...rows] = asText(encodeCsv(full, { frameRate: 30, space }))
			.text.trimEnd()
			.replaceAll(/"[^"]*"/g, '')
			.split('\n');
		const names = heading.split(',');
		const { times, hands, controllers } = bakeFrames(full, { frameRate: 30, space });
		expect(rows.length).toBe(times.length);
		const column = (name: string): number[] =>
			rows.map((row) => Math.fround(Number(row.split(',')[names.indexOf(name)])));
		const every = (list: ArrayLike<number> | undefined | null, stride: number, offset: number): number[] =>
			Array.from(times, (_, row) => list?.[row * stride + offset] ?? Number.NaN);
		const right = controllers?.right;
		expect(column('left_aim_pz_m')).toEqual(every(hands?.left.aim, 7, 2));
		expect(column('right_pinchStrength')).toEqual(every(hands?.right.pinchStrength, 1, 0));
		expect(column('right_controller_grip_qx')).toEqual(every(right?.grip, 7, 3));
		expect(column('right_controller_aim_qw')).toEqual(every(right?.aim, 7, 6));
		expect(column('right_controller_tracked')).toEqual(every(right?.tracked, 1, 0));
		expect(column('right_controller_button0_pressed')).toEqual(every(right?.pressed, 2, 0));
		expect(column('right_controller_button1_touched')).toEqual(every(right?.touched, 2, 1));
		expect(column('right_controller_button0_value')).toEqual(every(right?.values, 2, 0));
		expect(column('right_controller_axis1')).toEqual(every(right?.axes, 4, 1));
	});

	it('are read back', () => {
		const { text: csv } = asText(encodeCsv(full, { raw: true, space: 'webxr' }));
		const { recording, issues } = decodeCsv(csv);
		expect(issues).toEqual([]);
		expect(asText(encodeCsv(recording, { raw: true, space: 'webxr' })).text).toBe(csv);
		const written = [...curvesByPath(full).keys()].filter((path) => !path.startsWith('tracks.'));
		expect(recording.tracks.map(({ name, kind }) => [name, kind])).toEqual([['gesture', 'spans']]);
		expect([...curvesByPath(recording).keys()].sort()).toEqual(written.sort());
	});

	it('are the same in a table of any recording that was read back', () => {
		fc.assert(
			fc.property(arbitraryExtendedRecording(), (recording) => {
				const { text: csv } = asText(encodeCsv({ ...recording, markers: [] }, { raw: true }));
				expect(asText(encodeCsv(decodeCsv(csv).recording, { raw: true })).text).toBe(csv);
			}),
			{ numRuns: 30, seed: 6 },
		);
	});

	it('are read by their names, and buttons in front of the last are there', () => {
		const { recording } = decodeCsv(
			'time_s,Right_Controller_Button2_Pressed,right_controller_axis1\n0,true,0.5\n1,0,\n',
		);
		const right = recording.controllers?.right;
		expect(recording.controllers?.left).toBeNull();
		expect(right?.buttons.map(({ pressed, value }) => [pressed.count, value.count])).toEqual([
			[0, 0],
			[0, 0],
			[2, 0],
		]);
		expect(right?.axes.map(({ count }) => count)).toEqual([0, 1]);
		expect(recording.hands).toBeNull();
	});

	it('name the cell that is not a state', () => {
		expect(() => decodeCsv('time_s,left_controller_tracked\n0,0.5\n')).toThrow(
			'line 2, column left_controller_tracked: "0.5" is neither 0 nor 1',
		);
	});
});

describe('data without columns', () => {
	const lostParts = (recording: Recording): string[] =>
		encodeCsv(recording)
			.issues.filter(({ code }) => code === 'section-lost')
			.map(({ message }) => message);

	it('is reported once, at the first part', () => {
		expect(lostParts(full)).toEqual(['hands.left.radii: a table has no columns for it (and 10 more)']);
		expect(lostParts(createRecording({ info: { device: 'Quest 3' } }))).toEqual([
			'info.device: a table has no columns for it',
		]);
		expect(lostParts(createRecording({ controllers: { left: {} } }))).toEqual([
			'controllers.left: a table has no columns for it',
		]);
	});

	it('includes buttons without keys after the last button with keys', () => {
		const value = createCurve([0, 1]);
		expect(lostParts(createRecording({ controllers: { right: { buttons: [{}, { value }] } } }))).toEqual([]);
		expect(lostParts(createRecording({ controllers: { right: { buttons: [{ value }, {}] } } }))).toEqual([
			'controllers.right.buttons.1: a table has no columns for it',
		]);
	});

	it('is not missed where a rotation of a controller has no unit length', () => {
		const rotation = { w: createCurve([0, 2]) };
		const { issues } = encodeCsv(createRecording({ controllers: { left: { grip: { rotation } } } }));
		expect(issues.map(({ path }) => path)).toContain('rotations and directions');
	});
});

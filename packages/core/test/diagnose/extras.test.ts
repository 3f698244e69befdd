// Problems of controllers, pointing rays, pinch strengths and tracks.
import {
	type Curve,
	createCurve,
	createRecording,
	type Issue,
	iterateCurves,
	type Recording,
	type Track,
} from '@handreel/core';
import { diagnoseRecording, repairRecording } from '@handreel/core/diagnose';
import { resampleRecording } from '@handreel/core/edit';
import { listKeyTimes, mapCurves } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { createFullRecording } from '../support/full-recording.ts';

const FRAME = 1 / 64;
// All poses have keys at the same times, and hands are never lost.
const full = resampleRecording(
	mapCurves(createFullRecording(), (curve, path) => (path.endsWith('.tracked') ? state(0, 1) : curve)),
	{ frameRate: 10 },
);

const briefly = (issues: readonly Issue[]): string[] =>
	issues.map(({ severity, code, path }) => `${severity} ${code} ${path}`);

function state(...keys: number[]): Curve {
	return createCurve(keys, { kind: 'boolean' });
}

/** The recording with another curve at a path. */
function replace(path: string, curve: Curve): Recording {
	expect(new Map(iterateCurves(full)).has(path)).toBe(true);
	return mapCurves(full, (given, at) => (at === path ? curve : given));
}

describe('a recording with everything', () => {
	it('has no issues', () => {
		expect(briefly(diagnoseRecording(full))).toEqual([]);
	});

	it.each([
		[
			'controllers.left.buttons.0.value',
			createCurve([0, 0.5, 1, 1.5, 2, -0.25]),
			'2 keys outside 0 to 1, the farthest with 1.5',
		],
		[
			'controllers.right.axes.2',
			createCurve([0, -1, 1, 1, 2, -1.125]),
			'1 key outside -1 to 1, the farthest with -1.13',
		],
		['hands.left.pinchStrength', createCurve([0, 60, 2, 70]), '2 keys outside 0 to 1, the farthest with 70'],
	])('with values of %s out of range', (path, curve, text) => {
		const issues = diagnoseRecording(replace(path, curve));
		expect(briefly(issues)).toEqual([`warning value-out-of-range ${path}`]);
		expect(issues[0]?.message).toContain(text);
		expect(repairRecording(replace(path, curve)).remaining).toHaveLength(1);
	});

	it('allows rounding, and any values of scalar tracks', () => {
		expect(diagnoseRecording(replace('controllers.right.axes.2', createCurve([0, 1.000001])))).toEqual([]);
		expect(diagnoseRecording(replace('tracks.heart rate.value', createCurve([0, 1e6])))).toEqual([]);
	});

	it.each([
		'controllers.left.axes.0',
		'controllers.left.buttons.0.value',
		'hands.right.pinchStrength',
		'tracks.heart rate.value',
		'tracks.seated.value',
	])('with invalid keys of %s is repaired', (path) => {
		const kind = path === 'tracks.seated.value' ? 'boolean' : 'float';
		const odd = createCurve([0, 0, 1, Number.NaN, 0.5, 1, 2, 0, 2, 0], { kind });
		const given = replace(path, odd);
		expect(briefly(diagnoseRecording(given)).sort()).toEqual([
			`error non-finite-value ${path}`,
			`warning duplicate-key ${path}`,
			`warning unsorted-keys ${path}`,
		]);
		const { recording, remaining } = repairRecording(given);
		expect(remaining).toEqual([]);
		expect(diagnoseRecording(recording!)).toEqual([]);
	});

	it.each(['hands.left.aim', 'controllers.right.grip', 'tracks.block'])('with rotations of %s that flip', (path) => {
		const flipped = mapCurves(full, (curve, at) => {
			if (!at.startsWith(`${path}.rotation`)) return curve;
			return createCurve(at.endsWith('w') ? [0, 1, 1, -2] : [0, 0, 1, 0]);
		});
		expect(briefly(diagnoseRecording(flipped))).toEqual([
			`warning rotation-flip ${path}.rotation`,
			`warning rotation-not-unit ${path}.rotation`,
		]);
		expect(repairRecording(flipped).remaining).toEqual([]);
	});

	it.each([
		['hands.left.aim.position.x', 'hands.left'],
		['controllers.right.aim.position.z', 'controllers.right'],
		['tracks.block.position.y', 'tracks.block.position'],
	])('with %s far away', (path, place) => {
		const keys = [...listKeyTimes(full)].flatMap((time) => [time, 2000]);
		expect(briefly(diagnoseRecording(replace(path, createCurve(keys))))).toEqual([
			`warning implausible-value ${place}`,
		]);
	});
});

describe('controllers', () => {
	const jumping = (tracked: Curve): Recording => {
		const keys = [0, 0, FRAME, 0, 2 * FRAME, 3, 3 * FRAME, 0, 4 * FRAME, 0];
		const axis = (): Curve => createCurve(keys);
		return createRecording({
			controllers: { left: { tracked, grip: { position: { x: axis(), y: axis(), z: axis() } } } },
		});
	};

	it('that jump for a frame are repaired on request', () => {
		const given = jumping(state(0, 1));
		expect(briefly(diagnoseRecording(given))).toEqual(['warning teleport controllers.left']);
		expect(repairRecording(given).remaining).toHaveLength(1);
		const { recording, remaining } = repairRecording(given, { removeJumps: true });
		expect(remaining).toEqual([]);
		expect(recording?.controllers?.left?.grip.position.x.count).toBe(4);
	});

	it('may be anywhere after they were lost', () => {
		const blinks = [0, 1, FRAME * 1.5, 0, FRAME * 1.75, 1, FRAME * 2.5, 0, FRAME * 2.75, 1];
		expect(briefly(diagnoseRecording(jumping(state(...blinks))))).toEqual([]);
	});

	it('and tracks count for times that are implausible or before 0', () => {
		const tracks: Track[] = [{ name: 'pulse', kind: 'scalar', value: createCurve([-1, 60, 1e6, 61]) }];
		expect(briefly(diagnoseRecording(createRecording({ tracks })))).toEqual([
			'info negative-start ',
			'warning implausible-time ',
		]);
	});
});

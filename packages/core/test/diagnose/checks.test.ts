import { readFileSync } from 'node:fs';
import {
	type Curve,
	createCurve,
	createRecording,
	getCurveKeys,
	type HandParts,
	type Issue,
	type Recording,
	type RecordingParts,
	readRecording,
	writeRecording,
} from '@handreel/core';
import { diagnoseBytes, diagnoseRecording } from '@handreel/core/diagnose';
import { mapCurves } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';

const RECORDED = new URL('../../../../fixtures/recorded/', import.meta.url);
const CLEAN = readRecording(readFileSync(new URL('mrtk-2.8.3-full-5s.bin', RECORDED)));
const DENSE = readRecording(readFileSync(new URL('doc-1.0-nomarkers.bin', RECORDED)));
const FRAME = 1 / 64;

/** A recording with other keys in the curves whose paths match. */
function damage(recording: Recording, paths: RegExp, edit: (keys: Float32Array, path: string) => void): Recording {
	return mapCurves(recording, (curve, path) => {
		if (!paths.test(path)) return curve;
		const floats = getCurveKeys(curve).slice();
		edit(floats, path);
		return { ...curve, start: 0, floats, words: new Uint32Array(floats.buffer) } satisfies Curve;
	});
}

const briefly = (issues: readonly Issue[]): string[] =>
	issues.map(({ severity, code, path, time }) => `${severity} ${code} ${path} ${time?.toFixed(3)}`);
const boolean = (...keys: number[]): Curve => createCurve(keys, { kind: 'boolean' });
const vector = (...rows: ReadonlyArray<readonly [time: number, x: number, y: number, z: number]>) => {
	const axis = (field: 1 | 2 | 3): Curve => createCurve(rows.flatMap((row) => [row[0], row[field]]));
	return { x: axis(1), y: axis(2), z: axis(3) };
};
const diagnose = (parts: RecordingParts): string[] => briefly(diagnoseRecording(createRecording(parts)));

describe('a problem in an otherwise clean recording', () => {
	const tip = /left\.joints\.indexTip\.position/;
	const turn = /left\.joints\.indexTip\.rotation/;

	it.each<[string, RegExp, (keys: Float32Array, path: string) => void, string]>([
		[
			'a value that is not a number',
			/indexTip\.position\.y/,
			(keys) => keys.fill(Number.NaN, 21, 22),
			'error non-finite-value',
		],
		[
			'keys that changed places',
			tip,
			(keys) => keys.set([...keys.slice(22, 24), ...keys.slice(20, 22)], 20),
			'warning unsorted-keys',
		],
		['a time that occurs twice', tip, (keys) => keys.copyWithin(22, 20, 21), 'warning duplicate-key'],
		['a rotation with the opposite sign', turn, (keys) => keys.set([-(keys[41] ?? 0)], 41), 'warning rotation-flip'],
		[
			'a rotation that is too long',
			turn,
			(keys) => keys.set([(keys[41] ?? 0) * 1.02], 41),
			'warning rotation-not-unit',
		],
		[
			'a direction that is too short',
			/gaze\.direction/,
			(keys) => keys.set([(keys[41] ?? 0) / 2], 41),
			'warning gaze-not-unit',
		],
	])('is found where it is: %s', (_, paths, edit, expected) => {
		const side =
			paths === tip || paths === turn ? paths : new RegExp(`(left.joints|gaze).*${paths.source}|^${paths.source}`);
		const issues = diagnoseRecording(damage(CLEAN, side, edit));
		expect([...new Set(issues.map(({ severity, code }) => `${severity} ${code}`))]).toEqual([expected]);
		expect(issues).toHaveLength(1);
		expect(issues[0]?.path).toMatch(/^(hands\.left\.joints\.indexTip|gaze)\./);
	});

	it('is found at its byte', () => {
		const bytes = writeRecording(damage(CLEAN, /^head\.position\.y/, (keys) => keys.set([Number.NaN], 21)));
		const [issue] = diagnoseBytes(bytes).issues;
		const view = new DataView(bytes.buffer, bytes.byteOffset);
		expect(view.getFloat32((issue?.byteOffset ?? 0) + 4, true)).toBeNaN();
		expect(view.getFloat32(issue?.byteOffset ?? 0, true)).toBe(issue?.time);
	});

	it('is described in finite seconds, even if key times are not finite', () => {
		const rotation = { ...vector([0, 0, 0.6, 0], [1, 0, 0.8, 0], [2, 0, 0.96, 0]), w: createCurve([0, 0.8]) };
		const tell = (...times: readonly [number, number, number]): string[] => {
			const x = createCurve(times.flatMap((time) => [time, 0]));
			const issues = diagnoseRecording(createRecording({ layout: 'mrtk-1.1', head: { rotation: { ...rotation, x } } }));
			return issues.filter(({ code }) => code === 'rotation-w-lost').map(({ message, time }) => `${time} ${message}`);
		};
		const { NaN: none, POSITIVE_INFINITY: never } = Number;
		expect(tell(0, 1, none)).toEqual([expect.stringMatching(/^0 head: .* 2 keys over 1\.000 s;/)]);
		expect(tell(-never, 1, 2)).toEqual([expect.stringMatching(/^1 head: .* 2 keys over 1\.000 s;/)]);
		expect(tell(none, never, -never)).toEqual([expect.stringMatching(/^null head: .* 2 keys;/)]);
	});

	it('is found in a hand whose joint jumps away for a frame, which also changes a bone', () => {
		const issues = diagnoseRecording(
			damage(DENSE, /left\.joints\.indexTip\.position\.x/, (keys) =>
				keys.set([(keys[30 * 7 + 1] ?? 0) + 1], 30 * 7 + 1),
			),
		);
		expect(briefly(issues)).toEqual([
			expect.stringContaining('warning bone-length-jump hands.left 0.5'),
			expect.stringContaining('warning teleport hands.left 0.5'),
		]);
	});

	it('is found in a bone whose ends have keys at different times', () => {
		const joints = {
			indexDistal: { position: vector([0, 0, 0, 0], [0.25, 0, 0, 0], [1, 0, 0, 0]) },
			indexTip: { position: vector([0.1, 0.02, 0, 0], [0.5, 0.02, 0, 0], [0.51, 0.1, 0, 0], [2, 0.1, 0, 0]) },
		};
		const tracked = createCurve([0, 1, 2, 1], { kind: 'boolean' });
		const issues = diagnoseRecording(createRecording({ hands: { left: { tracked, joints } } }));
		expect(issues.find(({ code }) => code === 'bone-length-jump')).toMatchObject({
			message: expect.stringContaining('(1 jump); largest change: indexDistal to indexTip, by 80 mm'),
			time: Math.fround(0.51),
		});
	});

	it('is found in a hand that froze', () => {
		const issues = diagnoseRecording(
			damage(DENSE, /right\.joints\.(?!none)/, (keys) => {
				for (let key = 20; key < 40; key++) keys.set(keys.slice(20 * 7 + 1, 21 * 7), key * 7 + 1);
			}),
		);
		expect(briefly(issues).filter((text) => text.includes('frozen'))).toEqual([
			expect.stringMatching(/^info frozen-frames hands.right 0\.3/),
		]);
	});
});

describe('no check reports', () => {
	it('a hand that is at another place after it was lost', () => {
		const tracked = boolean(0, 1, 0.25, 0, 0.5, 1);
		const position = vector([0, 0, 1, 0], [0.2, 0, 1, 0], [0.5, 3, 1, 0], [0.75, 3, 1, 0]);
		const rotation = { ...vector([0, 0, 0, 0], [0.5, 0, 0, 0]), w: createCurve([0, 1, 0.5, -1]) };
		expect(diagnose({ hands: { left: { tracked, joints: { wrist: { position, rotation } } } } })).toEqual([]);
	});

	it('zero rotations of the joint None, but those of other joints', () => {
		const zero = { rotation: { ...vector([0, 0, 0, 0]), w: createCurve([0, 0]) } };
		const hands = (joints: NonNullable<HandParts['joints']>) => ({ left: { tracked: boolean(0, 1), joints } });
		expect(diagnose({ hands: hands({ none: zero, wrist: { position: vector([0, 0, 1, 0]) } }) })).toEqual([]);
		expect(diagnose({ hands: hands({ wrist: zero }) })).toEqual([
			'warning rotation-not-unit hands.left.joints.wrist.rotation 0.000',
		]);
	});

	it('infinite tangents, which are steps', () => {
		const y = createCurve(
			[0, 1.5, 0, Number.POSITIVE_INFINITY, 0, 0, 0, 1, 1.6, Number.POSITIVE_INFINITY, 0, 0, 0, 0],
			{ stride: 7 },
		);
		expect(diagnose({ head: { position: { y } } })).toEqual([]);
	});

	it('a still head that an optimizer holds with two keys, or with one', () => {
		const rotation = { ...vector([0, 0, 0, 0], [9, 0, 0, 0]), w: createCurve([0, 1, 9, 1]) };
		expect(diagnose({ head: { position: vector([0, 0, 1.5, 0], [9, 0, 1.5, 0]), rotation } })).toEqual([]);
		const hands = { left: { tracked: boolean(0, 0, 9, 0) } };
		expect(diagnose({ head: { position: vector([0, 0, 1.5, 0]) }, hands })).toEqual([]);
	});

	it('a fast punch, but an impossibly fast one', () => {
		const punch = (meters: number): string[] =>
			diagnose({
				hands: {
					right: {
						tracked: boolean(0, 1),
						joints: { wrist: { position: vector([0, 0, 1, 0], [FRAME, 0, 1, meters], [1, 0, 1, meters]) } },
					},
				},
			});
		expect(punch(0.25)).toEqual([]);
		expect(punch(0.5)).toEqual(['info teleport hands.right 0.016']);
	});

	it('a jump that may be an application moving its user, except as info', () => {
		const position = vector([0, 0, 1.5, 0], [FRAME, 4, 1.5, 0], [1, 4, 1.5, 0]);
		expect(diagnose({ head: { position } })).toEqual(['info teleport head 0.016']);
	});

	it('joints before the first tracking key', () => {
		const joints = { wrist: { position: vector([-1, 0, 1, 0], [0, 0, 1, 0]) } };
		expect(diagnose({ hands: { left: { tracked: boolean(-0.5, 0, 0, 1), joints } } })).toEqual([
			'info negative-start  -1.000',
		]);
		expect(diagnose({ hands: { left: { joints } } })).toContain('warning joints-without-tracking hands.left -1.000');
	});

	it('W with one key where X, Y and Z have one, or in version 1.0', () => {
		const rotation = { ...vector([0, 0, 0.6, 0]), w: createCurve([0, 0.8]) };
		expect(diagnose({ head: { rotation } })).toEqual([]);
		const old = { ...vector([0, 0, 0.6, 0], [1, 0, 0.8, 0]), w: createCurve([0, 0.8]) };
		expect(diagnose({ layout: 'mrtk-1.0', head: { rotation: old } })).toEqual([
			'info ragged-group head.rotation 0.000',
		]);
		expect(diagnose({ layout: 'mrtk-1.1', head: { rotation: old } })).toEqual(['error rotation-w-lost head 0.000']);
	});

	it('an early end in files that MRTK does not write', () => {
		const parts: RecordingParts = {
			head: { position: vector([0, 0, 1.5, 0]) },
			hands: { left: { tracked: boolean(0, 0), pinching: boolean(0, 0, 1, 1) } },
		};
		expect(diagnose({ ...parts, layout: 'mrtk-1.1' })).toEqual(['warning tail-lost head 0.000']);
		expect(diagnose({ ...parts, layout: 'documented-1.1' })).toEqual([]);
		expect(diagnose({ ...parts, layout: 'mrtk-1.0' })).toEqual([]);
	});

	it('a tracked hand whose first joint is in the same frame', () => {
		const joints = { wrist: { position: vector([0.5, 0, 1, 0], [1, 0, 1, 0]) } };
		const head = { position: vector([0, 0, 1.5, 0], [0.25, 0, 1.5, 0], [1, 0, 1.5, 0]) };
		expect(diagnose({ head, hands: { left: { tracked: boolean(0, 0, 0.5, 1), joints } } })).toEqual([]);
		expect(diagnose({ head, hands: { left: { tracked: boolean(0, 1), joints } } })).toEqual([
			'warning tracked-without-joints hands.left 0.000',
		]);
	});

	it('the tracking key that MRTK keeps before a cut', () => {
		// The last keys before the cut at 0: tracked since −5 s, lost sight of the other hand at −3 s, a frame at −0.02 s.
		const head = { position: vector([-0.02, 0, 1.5, 0], [0.02, 0, 1.5, 0], [1, 0, 1.5, 0]) };
		const joints = { wrist: { position: vector([-0.02, 0, 1, 0], [0.02, 0, 1, 0], [1, 0, 1, 0.25]) } };
		const hands = { left: { tracked: boolean(-5, 1), joints }, right: { tracked: boolean(-3, 0) } };
		expect(diagnose({ head, hands })).toEqual(['info negative-start  -5.000']);
	});

	it('joined poses that differ by rounding, but visible jumps', () => {
		const joined = (jump: number): string[] => {
			const position = vector([0, 0, 1.5, 0], [1, 0.25, 1.5, 0], [1, 0.25 + jump, 1.5, 0], [2, 0.5, 1.5, 0]);
			const rotation = { ...vector([0, 0, 0.6, 0], [1, 0, 0.6, 0], [1, 0, -0.6, 0], [2, 0, -0.6, 0]) };
			const w = createCurve([0, 0.8, 1, 0.8, 1, -0.8, 2, -0.8]);
			return diagnose({ head: { position, rotation: { ...rotation, w } } });
		};
		expect(joined(9e-7)).toEqual([]);
		expect(joined(1e-4)).toEqual(['info duplicate-key  1.000']);
	});
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { diagnoseRecording } from '../../src/diagnose.ts';
import { resampleRecording } from '../../src/edit.ts';
import {
	createCurve,
	createFrameSample,
	createRecording,
	createSampler,
	getCurveKeys,
	getKeyTime,
	readRecording,
} from '../../src/index.ts';

const recorded = readRecording(
	readFileSync(new URL('../../../../fixtures/recorded/mrtk-2.8.3-full-5s.bin', import.meta.url)),
);

describe('resampleRecording', () => {
	it('puts keys at regular times and at the end', () => {
		const tracked = createCurve([0, 0, 0.33, 1], { kind: 'boolean' });
		const recording = createRecording({
			head: { position: { x: createCurve([0, 0, 1.2, 12]) } },
			hands: { left: { tracked } },
		});
		const even = resampleRecording(recording, { frameRate: 2 });
		expect([...getCurveKeys(even.head!.position.x)]).toEqual([0, 0, 0.5, 5, 1, 10, 1.2, 12].map(Math.fround));
		expect([...getCurveKeys(even.head!.position.y)]).toEqual([0, 0, 0.5, 0, 1, 0, 1.2, 0].map(Math.fround));
		expect(even.head!.rotation).toBe(recording.head!.rotation);
		expect(even.hands).toBe(recording.hands);
	});

	it('holds the head after its last key with two keys', () => {
		const recording = createRecording({
			head: { position: { x: createCurve([0, 0, 1.2, 12], { postWrap: 'clamp-forever' }) } },
			hands: { left: { tracked: createCurve([0, 0, 4, 1], { kind: 'boolean' }) } },
		});
		const even = resampleRecording(recording, { frameRate: 2 });
		expect([...getCurveKeys(even.head!.position.x)]).toEqual([0, 0, 0.5, 5, 1, 10, 1.5, 12, 4, 12]);
		const lost = readRecording(
			readFileSync(new URL('../../../../fixtures/recorded/mrtk-2.8.3-lost.bin', import.meta.url)),
		);
		expect(diagnoseRecording(resampleRecording(lost, { frameRate: 60 }))).toEqual([]);
	});

	it('takes times in any order', () => {
		const recording = createRecording({ head: { position: { x: createCurve([0, 0, 1, 1]) } } });
		const { head } = resampleRecording(recording, { times: [0.75, 0.25, 0.75] });
		expect([...getCurveKeys(head!.position.x)]).toEqual([0.25, 0.25, 0.75, 0.75]);
	});

	it('plays as before at the new keys', () => {
		const even = resampleRecording(recorded, { frameRate: 30 });
		const [before, after] = [createSampler(recorded), createSampler(even)];
		const times = Array.from({ length: even.head!.position.x.count }, (_, i) => getKeyTime(even.head!.position.x, i));
		expect(times.length).toBeGreaterThan(100);
		const [a, b] = [createFrameSample(), createFrameSample()];
		const flat = ({ head, gaze, hands }: typeof a) => [...head, ...gaze, ...hands.left.joints, ...hands.right.joints];
		for (const time of times) {
			const [given, taken] = [flat(before.sampleFrame(time, a)), flat(after.sampleFrame(time, b))];
			const worst = Math.max(...given.map((value, i) => Math.abs(value - taken[i]!) || 0));
			expect(worst).toBeLessThan(1e-6);
		}
	});

	it('writes no poses while a hand is lost', () => {
		const position = { x: createCurve([0.5, 5, 1, 10, 2, 20, 3, 30]), y: createCurve([]), z: createCurve([]) };
		const tracked = createCurve([0, 0, 0.75, 1, 1.25, 0, 2.125, 1], { kind: 'boolean' });
		const recording = createRecording({
			hands: { left: { tracked, joints: { wrist: { position } } }, right: { joints: { wrist: { position } } } },
		});
		const even = resampleRecording(recording, { frameRate: 2 });
		const keys = (side: 'left' | 'right'): number[] => [...getCurveKeys(even.hands![side].joints.wrist.position.x)];
		expect(keys('left')).toEqual([0.75, 7.5, 1, 10, 1.25, 12.5, 2.125, 21.25, 2.5, 25, 3, 30]);
		expect(keys('right').filter((_, i) => i % 2 === 0)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3]);
		expect(diagnoseRecording(even).map(({ path }) => path)).not.toContain('hands.left');
		const never = createCurve([0, 0], { kind: 'boolean' });
		const hidden = createRecording({ hands: { left: { tracked: never, joints: { wrist: { position } } } } });
		expect(resampleRecording(hidden, { frameRate: 2 }).hands!.left).toBe(hidden.hands!.left);
	});

	it('refuses invalid options', () => {
		expect(() => resampleRecording(recorded, { frameRate: 0 })).toThrow(RangeError);
		expect(() => resampleRecording(recorded, { times: [] })).toThrow(new RangeError('times: the list is empty'));
		expect(() => resampleRecording(recorded, { times: [Number.NaN] })).toThrow(RangeError);
		for (const at of [{}, 60, undefined]) {
			const resample = (): unknown => resampleRecording(recorded, at as { frameRate: number });
			expect(resample).toThrow(new TypeError('options: expected { frameRate } or { times }'));
		}
	});
});

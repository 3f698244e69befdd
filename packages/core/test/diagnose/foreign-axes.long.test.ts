import { readdirSync, readFileSync } from 'node:fs';
import { createFrameSample, getKeyTime, type Recording, readRecording, SIDES, sampleFrame } from '@handreel/core';
import { diagnoseRecording, repairRecording } from '@handreel/core/diagnose';
import { createVariants, Performer } from '@handreel/core/perform';
import { describe, expect, it } from 'vitest';
import { CONVENTIONS } from '../../src/diagnose/axes/conventions.ts';
import { findAxesMap, isUsual } from '../../src/diagnose/axes/find-convention.ts';
import { measureAxes } from '../../src/diagnose/axes/measure-axes.ts';
import { STATEMENTS, stateRecording } from '../support/foreign-axes.ts';

const RECORDED = new URL('../../../../fixtures/recorded/', import.meta.url);
const CODE = 'foreign-axes';

function perform(options: ReturnType<typeof createVariants>[number]): Recording {
	const performer = new Performer({ ...options, space: 'webxr' });
	performer.right.reach([0.2, 1.1, -0.4]).pinch().moveTo([0, 1.25, -0.45]).release();
	performer.left.reach([-0.2, 1.2, -0.35]).wave();
	return performer.toRecording();
}

const TAKES = createVariants(12, { seed: 5 }).map(perform);
const count = (recording: Recording): number => diagnoseRecording(recording).filter(({ code }) => code === CODE).length;
// Turns that have no pattern, but are the same in every run.
const turnOf = (take: number): number => (take * 2.399) % (2 * Math.PI);

describe('foreign axes', () => {
	it('are not found in recordings of headsets and in performed ones', () => {
		let shown = 0;
		for (const name of readdirSync(RECORDED).filter((file) => file.endsWith('.bin'))) {
			const bytes = readFileSync(new URL(name, RECORDED));
			if (bytes.length === 0) continue;
			const recording = readRecording(bytes);
			expect(count(recording), name).toBe(0);
			if (measureAxes(recording) !== null) shown++;
		}
		for (const take of TAKES) expect(count(take)).toBe(0);
		// They show their axes: silence is not for want of evidence.
		expect(shown).toBeGreaterThanOrEqual(13);
		for (const take of TAKES) expect(measureAxes(take)).not.toBeNull();
	});

	it('are known by the names of at least twelve conventions', () => {
		expect(Object.keys(STATEMENTS).sort()).toEqual(CONVENTIONS.map(({ name }) => name).sort());
		expect(CONVENTIONS.length).toBeGreaterThanOrEqual(12);
		for (const { source } of CONVENTIONS) expect(source).not.toBe('');
	});

	it.each(Object.entries(STATEMENTS))('of %s are recognized however it is turned, and repaired', (name, statement) => {
		const reads = [false, ...(statement.joint || statement.isSwapped || name === 'unity' ? [] : [true])];
		for (const isUnity of reads) {
			TAKES.forEach((take, i) => {
				const turn = turnOf(i);
				const stated = stateRecording(take, statement, { turn, isUnity });
				const measured = measureAxes(stated);
				expect(measured && isUsual(measured)).toBe(false);
				expect(measured && findAxesMap(measured)?.convention?.name, `take ${i}`).toBe(name);
				if (i > 2) return;
				const { recording, repaired } = repairRecording(stated, { only: [CODE] }) as {
					recording: Recording;
					repaired: readonly { code: string }[];
				};
				expect(repaired.map(({ code }) => code)).toEqual([CODE]);
				expect(count(recording)).toBe(0);
				expectSame(recording, stateRecording(take, { point: (vector) => vector }, { turn }));
			});
		}
	});

	it('that no convention has are repaired, too', () => {
		const stated = stateRecording(TAKES[1]!, {
			point: (vector) => vector,
			joint: ([x, y, z]) => [z, x, y],
		});
		expect(count(stated)).toBe(1);
		const { recording } = repairRecording(stated, { only: [CODE] });
		if (recording === null) throw new Error('nothing is left');
		expectSame(recording, stateRecording(TAKES[1]!, { point: (vector) => vector }));
	});

	it('are not repaired where the hands have no common cause', () => {
		const { left, right } = TAKES[0]!.hands!;
		const stated = stateRecording(TAKES[0]!, { point: (vector) => vector });
		const other = stateRecording(TAKES[0]!, STATEMENTS['swapped']!);
		const confused = { ...stated, hands: { left: stated.hands!.left, right: other.hands!.right } };
		expect([left.tracked.count, right.tracked.count].every((keys) => keys > 0)).toBe(true);
		const { recording, remaining } = repairRecording(confused as Recording, { only: [CODE] });
		expect(recording).toBe(confused);
		expect(remaining.filter(({ code }) => code === CODE)).toHaveLength(1);
	});
});

// Compares the joints of tracked hands.
function expectSame(recording: Recording, expected: Recording): void {
	const keys = expected.hands!.right.joints.wrist.position.x;
	for (const key of [0, Math.floor(keys.count / 2)]) {
		const time = getKeyTime(keys, key);
		const [is, was] = [recording, expected].map((one) => sampleFrame(one, time, createFrameSample()));
		for (const side of SIDES) {
			if (!was!.hands[side].tracked) continue;
			is!.hands[side].joints.forEach((value, i) => {
				// The joint None has no keys.
				if (i < 7) return;
				// Rotations may have the other sign.
				const sign = i % 7 < 3 ? 1 : signOf(is!.hands[side].joints, was!.hands[side].joints, i - (i % 7) + 3);
				expect(Math.abs(value - sign * was!.hands[side].joints[i]!)).toBeLessThan(1e-4);
			});
		}
	}
}

function signOf(a: Float32Array, b: Float32Array, at: number): number {
	let dot = 0;
	for (let i = at; i < at + 4; i++) dot += a[i]! * b[i]!;
	return Math.sign(dot);
}

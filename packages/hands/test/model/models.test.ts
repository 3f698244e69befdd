import { JOINT_NAMES, SIDES } from '@handreel/core';
import { DRAWN_BONES, DRAWN_JOINTS, loadHandModels, matchBones } from '@handreel/hands';
import { describe, expect, it } from 'vitest';

describe('hand models', () => {
	it('are the generic hands, whose bones all have joints', async () => {
		const models = await loadHandModels();
		for (const side of SIDES) {
			const { bones, positions, normals, joints, weights, indices, inverseBindMatrices } = models[side];
			expect(bones).toHaveLength(25);
			expect([positions.length, normals.length, joints.length, weights.length]).toEqual([4080, 4080, 5440, 5440]);
			expect([indices.length, inverseBindMatrices.length]).toEqual([6942, 400]);
			for (let i = 0; i < weights.length; i += 4) {
				expect(weights[i]! + weights[i + 1]! + weights[i + 2]! + weights[i + 3]!).toBeCloseTo(1, 4);
			}
			const matched = [...matchBones(bones)].map((joint) => JOINT_NAMES[joint]);
			expect(new Set(matched).size).toBe(25);
			expect(matched[bones.indexOf('wrist')]).toBe('wrist');
		}
	});

	it('match bones by a map', () => {
		expect([...matchBones(['a', 'b'], { wrist: 'b' })]).toEqual([-1, 1]);
		expect(() => matchBones(['a', 'b'], { wrist: 'c' })).toThrow("bones: there is no bone 'c' for wrist");
		expect(() => matchBones(['a', 'b'])).toThrow(/no bone has a WebXR joint name; pass a map \(a, b …\)/);
	});

	it('are drawn as joints and bones without none and palm', () => {
		const drawn = new Set(DRAWN_JOINTS.map(({ joint }) => joint));
		expect(drawn.size).toBe(25);
		expect(drawn.has(0)).toBe(false);
		expect(drawn.has(JOINT_NAMES.indexOf('palm'))).toBe(false);
		expect(DRAWN_BONES).toHaveLength(27);
		for (const { from, to } of DRAWN_BONES) expect(drawn.has(from) && drawn.has(to)).toBe(true);
	});
});

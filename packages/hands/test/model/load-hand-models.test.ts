import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JOINT_NAMES, SIDES } from '@handreel/core';
import { DRAWN_BONES, DRAWN_JOINTS, getHandMeshUrl, loadHandModels, matchBones } from '@handreel/hands';
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

	it('names joints that a map has wrong', () => {
		const match = (name: string): unknown => matchBones(['a'], { [name]: 'a' });
		expect(() => match('index-finger-tip')).toThrow("bones: there is no joint 'index-finger-tip'; near are indexTip");
		expect(() => match('indexProximal')).toThrow(/no joint 'indexProximal'; near are .*index/);
		expect(() => match('wrists')).toThrow(/near are wrist/);
	});

	it('are loaded once per folder, and again after a failure', async () => {
		expect(await loadHandModels()).toBe(await loadHandModels());
		const folder = mkdtempSync(join(tmpdir(), 'handreel-models-'));
		try {
			const base = pathToFileURL(`${folder}/`);
			await expect(loadHandModels({ base })).rejects.toThrow(/ENOENT/);
			for (const side of SIDES) copyFileSync(getHandMeshUrl(side), join(folder, `${side}.glb`));
			const models = await loadHandModels({ base });
			expect(await loadHandModels({ base: base.href })).toBe(models);
			expect(models).not.toBe(await loadHandModels());
		} finally {
			rmSync(folder, { recursive: true });
		}
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

import { encodeGlb } from '@handreel/convert/gltf';
import { loadHandMeshes } from '@handreel/hands';
import { describe, expect, it } from 'vitest';
import { findFixture } from '../support/fixture-recordings.ts';
import { openGlb, type Player } from '../support/play-glb.ts';
import { rotate } from '../support/rotate.ts';

const meshes = await loadHandMeshes();

describe('hand meshes', () => {
	it('hang on the joints, and neighboring bones agree on where the skin between them is', async () => {
		const recording = findFixture('mrtk-2.8.3-full-5s.bin').recording;
		const { bytes: glb, issues } = encodeGlb(recording, { meshes });
		expect(issues.filter(({ code }) => code === 'mesh-lost')).toEqual([]);
		const player = await openGlb(glb);
		for (const skin of player.document.getRoot().listSkins()) {
			expect(skin.listJoints().length).toBe(25);
			const side = skin.getName().replace('_skin', '');
			const gap = measureGap(player, side, recording.duration / 2, [0, 0, 0, 1]);
			expect(gap).toBeLessThan(0.015);
			// Bones that are turned otherwise would tear the skin apart.
			for (const turn of [
				[1, 0, 0, 1],
				[0, 1, 0, 1],
				[0, 0, 1, 1],
				[0, 0, 1, 0],
			]) {
				const unit = turn.map((value) => value / Math.hypot(...turn));
				expect(measureGap(player, side, recording.duration / 2, unit)).toBeGreaterThan(gap * 1.2);
			}
		}
	});

	it('are left out where joints are missing', async () => {
		const { bytes: glb, issues } = encodeGlb(findFixture('mrtk-1.1.bin').recording, { meshes });
		expect(issues.filter(({ code }) => code === 'mesh-lost').map(({ path }) => path)).toEqual(['hands.left']);
		expect((await openGlb(glb)).document.getRoot().listMeshes()).toEqual([]);
	});

	it('must be skinned GLB files', () => {
		const recording = findFixture('mrtk-2.8.3-full-5s.bin').recording;
		const { bytes: glb } = encodeGlb(recording);
		expect(() => encodeGlb(recording, { meshes: { left: glb } })).toThrow(/meshes.left: the skinned mesh is missing/);
		expect(() => encodeGlb(recording, { meshes: { left: new Uint8Array(3) } })).toThrow(/not a GLB file/);
	});
});

// The median distance between where each of two bones alone would put a vertex that hangs on both, if all bones were
// turned about themselves first.
function measureGap(
	{ document, place: placeNode }: Player,
	side: string,
	time: number,
	turn: readonly number[],
): number {
	const skin = document
		.getRoot()
		.listSkins()
		.find((entry) => entry.getName() === `${side}_skin`);
	const mesh = document
		.getRoot()
		.listMeshes()
		.find((entry) => entry.getName() === `${side}_hand`);
	const [primitive] = mesh?.listPrimitives() ?? [];
	const [positions, joints, weights] = ['POSITION', 'JOINTS_0', 'WEIGHTS_0'].map((name) =>
		primitive?.getAttribute(name),
	);
	const inverse = skin?.getInverseBindMatrices();
	if (!skin || !positions || !joints || !weights || !inverse) throw new Error('no skinned mesh');
	const place = (vertex: number[], bone: number): number[] => {
		const m = inverse.getElement(bone, []);
		const [x = 0, y = 0, z = 0] = vertex;
		const local = [0, 1, 2].map((i) => (m[i] ?? 0) * x + (m[i + 4] ?? 0) * y + (m[i + 8] ?? 0) * z + (m[i + 12] ?? 0));
		const name = skin.listJoints()[bone]?.getName() ?? '';
		const { position, rotation } = placeNode(name, time);
		return rotate(rotation, rotate(turn, local)).map((value, i) => value + (position[i] ?? 0));
	};
	const gaps: number[] = [];
	for (let i = 0; i < positions.getCount(); i++) {
		const bones = joints.getElement(i, []);
		const shares = weights.getElement(i, []);
		const [first, second] = [0, 1, 2, 3].sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0));
		if (first === undefined || second === undefined || (shares[second] ?? 0) < 0.2) continue;
		const vertex = positions.getElement(i, []);
		const a = place(vertex, bones[first] ?? 0);
		const b = place(vertex, bones[second] ?? 0);
		gaps.push(Math.hypot(...a.map((value, k) => value - (b[k] ?? 0))));
	}
	gaps.sort((a, b) => a - b);
	return gaps[Math.floor(gaps.length / 2)] ?? Number.NaN;
}

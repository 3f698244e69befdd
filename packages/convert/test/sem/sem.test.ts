import { decodeRecording } from '@handreel/convert';
import { decodeSem } from '@handreel/convert/sem';
import { isRecordingError } from '@handreel/core';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { createScene } from './create-scene.ts';

const text = JSON.stringify(createScene());

describe('decodeSem', () => {
	it("reads rectangles as planes, boxes and triangles as meshes, in Unity's space", async () => {
		const { recording, format } = await decodeRecording(new TextEncoder().encode(text));
		expect(format).toBe('sem');
		const { planes, meshes } = recording.room!;
		expect(planes.map(({ name, label, orientation }) => [name, label, orientation])).toEqual([
			['a', 'floor', 'horizontal'],
			['b', 'wall', 'vertical'],
		]);
		expect(planes[1]!.states).toEqual([
			{
				time: 0,
				pose: [0, 1, 2, -Math.fround(Math.SQRT1_2), -0, 0, Math.fround(Math.SQRT1_2)],
				polygon: [-1, 0.5, -1, -0.5, 1, -0.5, 1, 0.5],
			},
		]);
		expect(
			meshes.map(({ label, states }) => [label, states[0]!.vertices.length / 3, states[0]!.indices.length / 3]),
		).toEqual([
			['shelf', 8, 12],
			['global mesh', 3, 1],
		]);
		expect([...meshes[1]!.states[0]!.vertices]).toEqual([0, 0, -0, 1, 0, -0, 0, 0, -1]);
		expect([...meshes[0]!.states[0]!.vertices.subarray(21)]).toEqual([1, 2, -3]);
		expect(decodeReel(encodeReel(recording)).room).toEqual(recording.room);
	});

	it.each<[string, (scene: ReturnType<typeof createScene>) => void]>([
		['spatialEntities: must be a list', (scene) => Object.assign(scene, { spatialEntities: {} })],
		['spatialEntities[0]: must be an object', (scene) => Object.assign(scene, { spatialEntities: [3] })],
		[
			'spatialEntities[0]: uuid and label must be texts',
			({ spatialEntities: [first] }) => Object.assign(first!, { uuid: 3 }),
		],
		[
			'spatialEntities[0].locatable_META.position.x: "a" is not a number',
			({ spatialEntities: [first] }) => Object.assign(first!.locatable_META.position, { x: 'a' }),
		],
		[
			'spatialEntities[0].bounded2D_META: the corners enclose no area',
			({ spatialEntities: [first] }) => Object.assign(first!.bounded2D_META!.extent, { width: 0 }),
		],
		[
			'spatialEntities[1].bounded2D_META: there are two named',
			({ spatialEntities: [, second] }) => Object.assign(second!, { uuid: 'a' }),
		],
		[
			'spatialEntities[3].triangleMesh_META.indices: must be base64',
			({ spatialEntities }) => Object.assign(spatialEntities[3]!.triangleMesh_META!, { indices: '?' }),
		],
		[
			'spatialEntities[3].triangleMesh_META.indices: 3 bytes are not numbers of four',
			({ spatialEntities }) => Object.assign(spatialEntities[3]!.triangleMesh_META!, { indices: btoa('abc') }),
		],
		[
			'spatialEntities[3].triangleMesh_META: there is no vertex 9',
			({ spatialEntities }) =>
				Object.assign(spatialEntities[3]!.triangleMesh_META!, { indices: btoa('\0\0\0\0\x01\0\0\0\x09\0\0\0') }),
		],
	])('names the place of what is wrong: %s', (message, damage) => {
		const scene = createScene();
		damage(scene);
		try {
			decodeSem(JSON.stringify(scene));
			expect.unreachable();
		} catch (error) {
			if (!isRecordingError(error)) throw error;
			expect([error.issue.code, error.message.slice(0, message.length)]).toEqual(['bad-sem', message]);
		}
	});

	it('refuses malformed JSON, and text beyond limits', () => {
		expect(() => decodeSem('{ "spatialEntities": [')).toThrow('the JSON is malformed');
		expect(() => decodeSem(text, { limits: { bytes: 100 } })).toThrow('limits.bytes');
	});
});

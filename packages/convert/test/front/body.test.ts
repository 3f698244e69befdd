import { encodeGlb } from '@handreel/convert/gltf';
import { decodeJson, encodeJson } from '@handreel/convert/json';
import { BODY_JOINTS, BodySampler } from '@handreel/core';
import { getCurveWords, mapCurves } from '@handreel/core/internal';
import { Performer } from '@handreel/core/perform';
import { AnimationMixer, type Group, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';

const performer = new Performer({ body: true, frameRate: 20 });
performer.right.reach([0.25, 1.2, 0.4]);
const recording = performer.toRecording();
const TIME = 0.6;

/** The places of the joints of a body in a scene of three.js. */
async function playInThree(bytes: Uint8Array): Promise<Group> {
	const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
	const { scene, animations } = await new Promise<GLTF>((resolve, reject) => {
		new GLTFLoader().parse(buffer, '', resolve, reject);
	});
	const mixer = new AnimationMixer(scene);
	mixer.clipAction(animations[0]!).play();
	mixer.setTime(TIME);
	scene.updateMatrixWorld(true);
	return scene;
}

describe('a body in other formats', () => {
	it('moves in three.js, which reads the glTF', async () => {
		const scene = await playInThree(encodeGlb(recording).bytes);
		const sampler = BodySampler.create(recording, { space: 'webxr' })!;
		const { joints } = sampler.sample(TIME, sampler.createSample());
		for (const { track, index } of BODY_JOINTS) {
			const place = scene.getObjectByName(track)!.getWorldPosition(new Vector3()).toArray();
			const apart = Math.hypot(...place.map((value, i) => value - joints[index * 7 + i]!));
			expect(apart, track).toBeLessThan(1e-4);
		}
	});

	it('keeps every bit in JSON', () => {
		const { recording: again } = decodeJson(encodeJson(recording).bytes);
		const words = new Map<string, string>();
		mapCurves(recording, (curve, path) => {
			words.set(path, getCurveWords(curve).join());
			return curve;
		});
		let count = 0;
		mapCurves(again, (curve, path) => {
			expect(getCurveWords(curve).join() === words.get(path), path).toBe(true);
			count++;
			return curve;
		});
		expect(count).toBe(words.size);
		expect(again.tracks).toHaveLength(BODY_JOINTS.length + 1);
	});
});

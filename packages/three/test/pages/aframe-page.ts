// Runs in the page beside A-Frame: an entity with recorded hands, and what it draws.
import '@handreel/three/aframe';
import { createFrameSample, createSampler, JOINTS, POSE_STRIDE, readRecording, SIDES } from '@handreel/core';
import type { RecordedHands } from '@handreel/three';
import type { RecordedHandsComponent } from '@handreel/three/aframe';
import type * as Three from 'three';
import type { Object3D, SkinnedMesh } from 'three';

interface Entity extends HTMLElement {
	readonly object3D: Object3D;
	readonly components: Readonly<Record<'recorded-hands', RecordedHandsComponent>>;
	getObject3D(name: string): RecordedHands | undefined;
}

const { THREE } = (globalThis as unknown as { AFRAME: { THREE: typeof Three } }).AFRAME;
const SOURCE = '/files/fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const recording = readRecording(await (await fetch(SOURCE)).arrayBuffer());

function waitFor(target: EventTarget, type: string): Promise<CustomEvent> {
	return new Promise((resolve) =>
		target.addEventListener(type, (event) => resolve(event as CustomEvent), { once: true }),
	);
}

function createEntity(value: string): Entity {
	const entity = document.createElement('a-entity') as Entity;
	entity.setAttribute('recorded-hands', value);
	return entity;
}

const kit = {
	async measure(): Promise<{ worst: number; isSameThree: boolean; events: string[]; isGone: boolean }> {
		const scene = document.querySelector('a-scene') as HTMLElement & { hasLoaded: boolean };
		if (!scene.hasLoaded) await waitFor(scene, 'loaded');
		const entity = createEntity(`src: ${SOURCE}; playing: false; hands: /hands/`);
		entity.setAttribute('position', '0.1 0.2 0.3');
		entity.setAttribute('scale', '2 2 2');
		const events: string[] = [];
		for (const type of ['pinchstarted', 'pinchended', 'recordinglooped', 'recordingerror']) {
			entity.addEventListener(type, () => events.push(type));
		}
		const loaded = waitFor(entity, 'recordingloaded');
		scene.append(entity);
		await loaded;
		const hands = entity.getObject3D('recorded-hands')!;
		const sampler = createSampler(recording, { space: 'webxr' });
		const frame = createFrameSample();
		let worst = 0;
		for (const time of [0.3, 1.2, 2.2, 4.9]) {
			entity.setAttribute('recorded-hands', `time: ${time}`);
			entity.object3D.updateMatrixWorld(true);
			sampler.sampleFrame(time, frame);
			for (const side of SIDES) {
				const mesh = hands.getObjectByName(side)!.getObjectByProperty('type', 'SkinnedMesh') as SkinnedMesh;
				for (const bone of mesh.skeleton.bones) {
					const { index } = JOINTS.find(({ webxr }) => webxr === bone.name)!;
					const expected = new THREE.Vector3().fromArray(frame.hands[side].joints, index * POSE_STRIDE);
					expected.applyMatrix4(entity.object3D.matrixWorld);
					const at = new THREE.Vector3().setFromMatrixPosition(bone.matrixWorld).applyMatrix4(mesh.matrixWorld);
					worst = Math.max(worst, expected.distanceTo(at));
				}
			}
		}
		entity.setAttribute('recorded-hands', 'speed: 16; playing: true; time: 0');
		await waitFor(entity, 'recordinglooped');
		const isSameThree = hands instanceof THREE.Group;
		entity.removeAttribute('recorded-hands');
		const isGone = entity.getObject3D('recorded-hands') === undefined && entity.object3D.children.length === 0;
		entity.remove();
		return { worst, isSameThree, events, isGone };
	},
	/** Live frames, one per drawn frame, until the hands are there; then no more, until they are lost. */
	async showLive(): Promise<{ worst: number; error: string; isLost: boolean }> {
		const scene = document.querySelector('a-scene') as HTMLElement & { hasLoaded: boolean };
		if (!scene.hasLoaded) await waitFor(scene, 'loaded');
		const entity = createEntity('live: true; handStyle: joints');
		let isPushing = true;
		const frame = createSampler(recording).sampleFrame(2.2, createFrameSample());
		const push = (now: number): void => {
			if (!isPushing) return;
			frame.time = now / 1000;
			entity.components['recorded-hands'].push(frame);
			requestAnimationFrame(push);
		};
		const found = waitFor(entity, 'recordingtracked');
		const loaded = waitFor(entity, 'recordingloaded');
		scene.append(entity);
		await loaded;
		requestAnimationFrame(push);
		await found;
		const hands = entity.getObject3D('recorded-hands')!;
		const expected = createSampler(recording, { space: 'webxr' }).sampleFrame(2.2, createFrameSample());
		let worst = 0;
		for (const side of SIDES) {
			for (const { name, index } of JOINTS.slice(1)) {
				const at = new THREE.Vector3().fromArray(expected.hands[side].joints, index * POSE_STRIDE);
				worst = Math.max(worst, hands.getJoint(side, name).getWorldPosition(new THREE.Vector3()).distanceTo(at));
			}
		}
		isPushing = false;
		const { detail } = await waitFor(entity, 'recordingtracked');
		entity.setAttribute('recorded-hands', 'live: false');
		let error = '';
		try {
			entity.components['recorded-hands'].push(frame);
		} catch (thrown) {
			error = String(thrown);
		}
		entity.remove();
		return { worst, error, isLost: !detail.tracked };
	},
	async fail(): Promise<string> {
		const entity = createEntity('src: /nowhere.bin; handStyle: joints');
		const failed = waitFor(entity, 'recordingerror');
		document.querySelector('a-scene')!.append(entity);
		const { detail } = await failed;
		entity.remove();
		return detail.error.message;
	},
};
export type AFrameKit = typeof kit;
Object.assign(globalThis, { kit });

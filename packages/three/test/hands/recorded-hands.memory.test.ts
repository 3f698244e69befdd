// Without drawing, in Node: options, events, fading and memory.
import { createFrameSample, createSampler, JOINT_NAMES, POSE_STRIDE } from '@handreel/core';
import { Player } from '@handreel/core/play';
import { LiveFrames, loadHandModels } from '@handreel/hands';
import { RecordedHandSource, RecordedHands } from '@handreel/three';
import { MeshBasicMaterial, Object3D, Scene, SkinnedMesh, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { expectFewBytes } from '../../../hands/test/support/count-bytes.ts';
import { readFixture } from '../../../hands/test/support/fixtures.ts';

const full = readFixture('mrtk-2.8.3-full-5s.bin');
const lost = readFixture('mrtk-2.8.3-lost.bin');
const models = await loadHandModels();

describe('RecordedHands', () => {
	it('loads the generic hands by itself', async () => {
		const hands = new RecordedHands(full);
		expect(hands.getObjectByProperty('type', 'SkinnedMesh')).toBeUndefined();
		await hands.ready;
		expect(hands.getObjectByProperty('type', 'SkinnedMesh')).toBeInstanceOf(SkinnedMesh);
		hands.dispose();
		expect(hands.children).toEqual([]);
	});

	it('releases a rig in its old pose, which moves by position and rotation again', () => {
		const create = (): Object3D => {
			const rig = new Object3D();
			const wrist = Object.assign(new Object3D(), { name: 'wrist' });
			const tip = Object.assign(new Object3D(), { name: 'index-finger-tip' });
			rig.position.y = 1;
			rig.add(wrist.add(tip));
			return rig;
		};
		const rigs = { left: create(), right: create() };
		const hands = new RecordedHands(full, { models: rigs, autoplay: false });
		hands.setTime(2.2);
		hands.updateMatrixWorld();
		const tip = rigs.left.getObjectByName('index-finger-tip')!;
		const at = new Vector3().setFromMatrixPosition(tip.matrixWorld);
		const joint = JOINT_NAMES.indexOf('indexTip') * POSE_STRIDE;
		expect(at.distanceTo(new Vector3().fromArray(hands.frame.hands.left.joints, joint))).toBeLessThan(1e-6);
		hands.dispose();
		rigs.left.updateMatrixWorld(true);
		expect(new Vector3().setFromMatrixPosition(tip.matrixWorld).distanceTo(at)).toBeLessThan(1e-6);
		tip.position.x += 1;
		rigs.left.updateMatrixWorld();
		expect(new Vector3().setFromMatrixPosition(tip.matrixWorld).distanceTo(at)).toBeCloseTo(1, 5);
	});

	it('has objects that follow joints, and reports what happens', () => {
		const hands = new RecordedHands(full, { handStyle: 'nodes', autoplay: true });
		const events: string[] = [];
		const stop = hands.on('pinch', ({ side, pinching }) => events.push(`${side} ${pinching}`));
		const tip = hands.getJoint('right', 'indexTip');
		expect(hands.getJoint('right', 'indexTip')).toBe(tip);
		expect(tip.name).toBe('index-finger-tip');
		for (let i = 0; i < 120; i++) hands.update(1 / 60);
		const frame = createSampler(full, { space: 'webxr' }).sampleFrame(hands.playback.time, createFrameSample());
		const at = JOINT_NAMES.indexOf('indexTip') * POSE_STRIDE;
		expect(tip.position.distanceTo(new Vector3().fromArray(frame.hands.right.joints, at))).toBe(0);
		expect(events.length).toBeGreaterThan(0);
		const { length } = events;
		stop();
		for (let i = 0; i < 300; i++) hands.update(1 / 60);
		expect(events.length).toBe(length);
	});

	it('fades its own materials and those of each hand, and leaves shared materials alone', () => {
		const own = {
			left: new MeshBasicMaterial({ transparent: true }),
			right: new MeshBasicMaterial({ transparent: true }),
		};
		const shared = new MeshBasicMaterial({ transparent: true });
		const faded = new RecordedHands(lost, { models, material: own, wrap: 'once' });
		const plain = new RecordedHands(lost, { models, material: shared, wrap: 'once' });
		const opacities = new Set<number>();
		const visible = new Set<boolean>();
		for (let time = 0; time < lost.duration - 0.05; time += 1 / 60) {
			faded.update(1 / 60);
			plain.update(1 / 60);
			opacities.add(own.left.opacity).add(own.right.opacity);
			visible.add(plain.getObjectByName('left')!.visible).add(plain.getObjectByName('right')!.visible);
			expect(shared.opacity).toBe(1);
		}
		expect([...opacities].some((value) => value > 0 && value < 1)).toBe(true);
		expect(visible).toEqual(new Set([true, false]));
	});

	it('shares a player, and shows live frames', () => {
		const player = new Player(full, { space: 'webxr' });
		player.play();
		const both = [1, 2].map(() => new RecordedHands(player, { models }));
		player.advance(1);
		for (const hands of both) hands.update(1);
		expect(both.map(({ player: own }) => own?.time)).toEqual([1, 1]);
		const live = new LiveFrames();
		const hands = new RecordedHands(live, { models });
		live.push(createSampler(full).sampleFrame(1, createFrameSample()));
		hands.update(1);
		expect(hands.getObjectByName('left')!.visible).toBe(true);
		expect(hands.player).toBeNull();
		expect(() => hands.setTime(1)).toThrow(TypeError);
	});

	it('allocates nothing per frame', async () => {
		const scene = new Scene();
		for (const handStyle of ['mesh', 'joints'] as const) {
			scene.add(new RecordedHands(full, { models, handStyle, head: true, gaze: true, controllers: true }));
		}
		const work = (count: number): void => {
			for (let i = 0; i < count; i++) for (const hands of scene.children) (hands as RecordedHands).update(1 / 60);
		};
		work(5000);
		// Boxed numbers, as in the test of the playback; a vector per joint would be 5 kB.
		const frames = 2000;
		const limit = 1000 * frames;
		await expectFewBytes(() => work(frames), limit);
	});

	it('refuses invalid options', () => {
		expect(() => new RecordedHands(full, { handStyle: 'glove' as 'mesh' })).toThrow(/handStyle: 'glove'/);
		expect(() => new RecordedHands(full, { models, bones: { wrist: 'Hand' } })).toThrow(/there is no bone 'Hand'/);
		const hands = new RecordedHands(full, { handStyle: 'joints', sides: ['left'] });
		expect(() => hands.getJoint('right', 'wrist')).toThrow(/side: 'right' is not drawn/);
		expect(() => hands.getJoint('left', 'elbow' as 'wrist')).toThrow(/joint: 'elbow'/);
		expect(() => new RecordedHandSource(full, 'top' as 'left')).toThrow(/side: 'top'/);
	});
});

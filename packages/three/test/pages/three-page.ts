// Runs in the page: draws recorded hands with the real three.js and measures what is drawn.
import {
	createCurve,
	createFrameSample,
	createRecording,
	createSampler,
	JOINT_NAMES,
	JOINTS,
	type JointName,
	POSE_STRIDE,
	type Recording,
	readRecording,
	SIDES,
	type Side,
} from '@handreel/core';
import { mirrorRecording } from '@handreel/core/edit';
import { loadHandModels } from '@handreel/hands';
import { createAnimationClip, RecordedHandSource, RecordedHands, type RecordedHandsOptions } from '@handreel/three';
import {
	AmbientLight,
	AnimationMixer,
	BoxGeometry,
	Color,
	DirectionalLight,
	Group,
	type InstancedMesh,
	Matrix4,
	Mesh,
	MeshStandardMaterial,
	type Object3D,
	PerspectiveCamera,
	Scene,
	type SkinnedMesh,
	Vector3,
	WebGLRenderer,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { XRHandModelFactory } from 'three/addons/webxr/XRHandModelFactory.js';

const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
renderer.setSize(480, 360, false);
document.body.append(renderer.domElement);
const scene = new Scene();
scene.background = new Color(0x14171c);
const sun = new DirectionalLight(0xffffff, 2);
sun.position.set(1, 3, 2);
scene.add(new AmbientLight(0xffffff, 0.8), sun);
const camera = new PerspectiveCamera(35, 4 / 3, 0.01, 20);

async function load(file: string): Promise<Recording> {
	return readRecording(await (await fetch(`/files/fixtures/recorded/${file}`)).arrayBuffer());
}

const [recording, models] = await Promise.all([load('mrtk-2.8.3-full-5s.bin'), loadHandModels()]);
const TIMES = [0, 0.31, 1.2, 2.2, 2.777, 3.9, 4.99];

/** Looks at the wrists from the front. */
function aim(hands: RecordedHands, time: number, distance = 0.9): void {
	const { left, right } = createSampler(recording, { space: 'webxr' }).sampleFrame(time, createFrameSample()).hands;
	const middle = JOINT_NAMES.indexOf('middleKnuckle') * POSE_STRIDE;
	const center = new Vector3().fromArray(left.joints, middle).add(new Vector3().fromArray(right.joints, middle));
	center.multiplyScalar(0.5);
	hands.parent?.updateWorldMatrix(true, false);
	hands.updateWorldMatrix(true, false);
	center.applyMatrix4(hands.matrixWorld);
	camera.position.copy(center).add(new Vector3(0.12, 0.3, 0.75).setLength(distance));
	camera.lookAt(center);
}

function render(): void {
	renderer.render(scene, camera);
}

/** The recording without some joints. */
function removeJoints(names: readonly JointName[]): Recording {
	const empty = createCurve([]);
	const pose = { position: { x: empty, y: empty, z: empty }, rotation: { x: empty, y: empty, z: empty, w: empty } };
	const hands = Object.fromEntries(
		SIDES.map((side) => {
			const hand = recording.hands![side];
			return [side, { ...hand, joints: { ...hand.joints, ...Object.fromEntries(names.map((name) => [name, pose])) } }];
		}),
	);
	return { ...recording, hands: hands as unknown as NonNullable<Recording['hands']> };
}

const PARTIAL: readonly JointName[] = ['ringMiddle', 'ringDistal', 'ringTip', 'pinkyTip', 'indexMetacarpal'];
const solid = (): MeshStandardMaterial => new MeshStandardMaterial({ color: 0xc9ad98, roughness: 0.75 });

/** The golden pictures: what is shown, and where. */
const PICTURES: Readonly<Record<string, () => { readonly hands: RecordedHands; readonly parent?: Object3D }>> = {
	ghost: () => ({ hands: create({ head: true, controllers: true, gaze: true }) }),
	skin: () => ({ hands: create({ material: solid() }) }),
	bones: () => ({ hands: create({ handStyle: 'joints', material: solid() }) }),
	'ghost-bones': () => ({ hands: create({ handStyle: 'joints', color: 0x9be8b0 }) }),
	partial: () => ({ hands: create({}, removeJoints(PARTIAL)) }),
	mirrored: () => {
		const parent = new Group();
		parent.scale.x = -1;
		return { hands: create({ material: solid() }), parent };
	},
	'scaled-parent': () => {
		const parent = new Group();
		parent.scale.setScalar(0.5);
		parent.position.set(2, -1, 0.5);
		parent.rotation.set(0.3, 1.1, -0.2);
		return { hands: create({}), parent };
	},
};

function create(options: RecordedHandsOptions, source: Recording = recording): RecordedHands {
	return new RecordedHands(source, { models, autoplay: false, ...options });
}

function measureMeshes(hands: RecordedHands, source: Recording): number {
	const sampler = createSampler(source, { space: 'webxr' });
	const frame = createFrameSample();
	const expected = new Vector3();
	const vertex = new Vector3();
	const inverse = new Matrix4();
	const bind = new Matrix4();
	let worst = 0;
	for (const time of TIMES) {
		hands.setTime(time);
		render();
		sampler.sampleFrame(time, frame);
		for (const side of SIDES) {
			if (!frame.hands[side].tracked) continue;
			const mesh = hands.getObjectByName(side)!.getObjectByProperty('type', 'SkinnedMesh') as SkinnedMesh;
			for (const [i, bone] of mesh.skeleton.bones.entries()) {
				const joint = JOINTS.find(({ webxr }) => webxr === bone.name)!;
				expected.fromArray(frame.hands[side].joints, joint.index * POSE_STRIDE).applyMatrix4(hands.matrixWorld);
				// The bones are in the space of the mesh.
				vertex.setFromMatrixPosition(bone.matrixWorld).applyMatrix4(mesh.matrixWorld);
				worst = Math.max(worst, expected.distanceTo(vertex));
				// The matrix that the shader gets: the origin of the bone at rest moves to the joint.
				bind.copy(mesh.skeleton.boneInverses[i]!).invert();
				vertex.setFromMatrixPosition(bind).applyMatrix4(inverse.fromArray(mesh.skeleton.boneMatrices!, i * 16));
				worst = Math.max(worst, expected.distanceTo(vertex.applyMatrix4(mesh.matrixWorld)));
			}
		}
	}
	return worst;
}

function measureJoints(): { worst: number; counts: number[] } {
	const partial = removeJoints(PARTIAL);
	const hands = create({ handStyle: 'joints' }, partial);
	scene.add(hands);
	const frame = createFrameSample();
	const sampler = createSampler(partial, { space: 'webxr' });
	const counts: number[] = [];
	let worst = 0;
	for (const time of TIMES) {
		hands.setTime(time);
		render();
		sampler.sampleFrame(time, frame);
		for (const side of SIDES) {
			const [balls, spans] = hands.getObjectByName(side)!.getObjectByName('joints')!.children as InstancedMesh[];
			counts.push(balls!.count, spans!.count);
			const present = JOINTS.filter(({ index, name }) => frame.hands[side].present[index] && !/none|palm/.test(name));
			present.forEach(({ index }, i) => {
				const matrix = new Matrix4();
				balls!.getMatrixAt(i, matrix);
				const at = new Vector3().setFromMatrixPosition(matrix);
				worst = Math.max(worst, at.distanceTo(new Vector3().fromArray(frame.hands[side].joints, index * POSE_STRIDE)));
			});
		}
	}
	hands.dispose();
	return { worst, counts };
}

/** The generic hand, loaded and played by three.js itself. */
async function measureClip(side: Side): Promise<{ atKeys: number; between: number; visible: boolean[] }> {
	const lost = await load('mrtk-2.8.3-lost.bin');
	const { scene: hand } = await new GLTFLoader().loadAsync(`/hands/${side}.glb`);
	const measure = (source: Recording, times: readonly number[]): { worst: number; visible: boolean[] } => {
		const mixer = new AnimationMixer(hand);
		mixer.clipAction(createAnimationClip(source, side)).play();
		const sampler = createSampler(source, { space: 'webxr' });
		const frame = createFrameSample();
		let worst = 0;
		const visible = times.map((time) => {
			mixer.setTime(time);
			hand.updateMatrixWorld(true);
			sampler.sampleFrame(time, frame);
			for (const { index, webxr } of JOINTS) {
				const at = webxr === null ? null : hand.getObjectByName(webxr)!.getWorldPosition(new Vector3());
				const expected = new Vector3().fromArray(frame.hands[side].joints, index * POSE_STRIDE);
				if (at !== null) worst = Math.max(worst, at.distanceTo(expected));
			}
			return hand.visible === frame.hands[side].tracked;
		});
		mixer.stopAllAction();
		mixer.uncacheRoot(hand);
		return { worst, visible };
	};
	const wrist = recording.hands![side].joints.wrist.position.x;
	const keys = Array.from({ length: wrist.count }, (_, i) => wrist.floats[wrist.start + i * wrist.stride]!).slice(
		1,
		-1,
	);
	const middles = keys.slice(1).map((time, i) => keys[i]! + (time - keys[i]!) * 0.37);
	const times = Array.from({ length: 100 }, (_, i) => (lost.duration * (i + 0.5)) / 101);
	return {
		atKeys: measure(recording, keys).worst,
		between: measure(recording, middles).worst,
		visible: measure(lost, times).visible,
	};
}

/** three's own hand model, on a recorded hand. */
async function measureSource(): Promise<{ worst: number; events: string[] }> {
	const events: string[] = [];
	const hand = new RecordedHandSource(recording, 'left', { wrap: 'once' });
	const loaded = new Promise((resolve) => {
		const factory = new XRHandModelFactory(null, resolve);
		factory.setPath('/hands/');
		hand.add(factory.createHandModel(hand as never, 'mesh'));
	});
	for (const type of ['connected', 'disconnected', 'pinchstart', 'pinchend'] as const) {
		hand.addEventListener(type, () => events.push(type));
	}
	scene.add(hand);
	hand.update(0);
	await loaded;
	const sampler = createSampler(recording, { space: 'webxr' });
	const frame = createFrameSample();
	let worst = 0;
	for (let i = 0; i < 290; i++) {
		hand.update(1 / 60);
		// The model copies joints while matrices are updated, so the second pass sees them.
		scene.updateMatrixWorld();
		scene.updateMatrixWorld();
		sampler.sampleFrame(hand.playback.time, frame);
		const mesh = hand.getObjectByProperty('type', 'SkinnedMesh') as SkinnedMesh;
		for (const bone of mesh.skeleton.bones) {
			const { index } = JOINTS.find(({ webxr }) => webxr === bone.name)!;
			const expected = new Vector3().fromArray(frame.hands.left.joints, index * POSE_STRIDE);
			worst = Math.max(worst, expected.distanceTo(bone.getWorldPosition(new Vector3())));
		}
	}
	hand.dispose();
	return { worst, events };
}

const kit = {
	picture(name: string): string {
		const { hands, parent } = PICTURES[name]!();
		const holder = parent ?? new Group();
		scene.add(holder);
		holder.add(hands);
		hands.setTime(2.2);
		hands.getJoint('left', 'wrist').updateWorldMatrix(true, false);
		aim(hands, 2.2, name === 'ghost' ? 1.5 : name === 'scaled-parent' ? 0.4 : 0.9);
		// An object behind a ghost shines through it.
		const wall = new Mesh(new BoxGeometry(0.1, 0.3, 0.02), solid());
		wall.visible = name === 'ghost';
		wall.position.setFromMatrixPosition(hands.getJoint('left', 'wrist').matrixWorld).add(new Vector3(0.05, 0, -0.2));
		scene.add(wall);
		render();
		const picture = renderer.domElement.toDataURL('image/png');
		wall.removeFromParent();
		wall.geometry.dispose();
		hands.dispose();
		holder.removeFromParent();
		return picture;
	},
	measureMeshes(): number[] {
		const parent = new Group();
		parent.scale.setScalar(1.7);
		parent.position.set(0.3, -0.2, 0.1);
		scene.add(parent);
		const mirrored = mirrorRecording(recording);
		return [
			[recording, scene],
			[recording, parent],
			[mirrored, scene],
		].map(([source, into]) => {
			const hands = create({}, source as Recording);
			(into as Object3D).add(hands);
			const worst = measureMeshes(hands, source as Recording);
			hands.dispose();
			return worst;
		});
	},
	/** A rig of the user's own: the generic hand, loaded by three.js, with nested bones and renamed. */
	async measureRig(): Promise<number> {
		const loader = new GLTFLoader();
		const [left, right] = await Promise.all(SIDES.map((side) => loader.loadAsync(`/hands/${side}.glb`)));
		const rename = ({ webxr }: (typeof JOINTS)[number]): string => `bone_${webxr?.replaceAll('-', '_')}`;
		const named = JOINTS.filter(({ webxr }) => webxr !== null);
		for (const { scene: hand } of [left!, right!]) {
			hand.updateMatrixWorld(true);
			for (const joint of named) {
				const parent = named.find(({ name }) => name === joint.parent);
				const bone = hand.getObjectByName(joint.webxr!)!;
				if (parent !== undefined) hand.getObjectByName(rename(parent))!.attach(bone);
				bone.name = rename(joint);
			}
		}
		const hands = create({
			models: { left: left!.scene, right: right!.scene },
			bones: Object.fromEntries(named.map((joint) => [joint.name, rename(joint)])),
		});
		scene.add(hands);
		const frame = createFrameSample();
		const sampler = createSampler(recording, { space: 'webxr' });
		let worst = 0;
		for (const time of TIMES) {
			hands.setTime(time);
			scene.updateMatrixWorld(true);
			sampler.sampleFrame(time, frame);
			for (const side of SIDES) {
				for (const joint of named) {
					const bone = hands.getObjectByName(side)!.getObjectByName(rename(joint))!;
					const expected = new Vector3().fromArray(frame.hands[side].joints, joint.index * POSE_STRIDE);
					worst = Math.max(worst, expected.distanceTo(bone.getWorldPosition(new Vector3())));
				}
			}
		}
		hands.dispose();
		return worst;
	},
	/** The share of pixels of the hands that change if the hands, or a pane, are there too. */
	measureGlass(handStyle: 'mesh' | 'joints', renderOrder: number): { hands: number; paneBehind: number } {
		const hands = create({ handStyle });
		hands.renderOrder = renderOrder;
		const pane = new Mesh(
			new BoxGeometry(3, 3, 0.001),
			new MeshStandardMaterial({ color: 0x40ff40, transparent: true, opacity: 0.4 }),
		);
		scene.add(hands, pane);
		hands.setTime(2.2);
		aim(hands, 2.2);
		/** The picture with the pane at this share of the way to the hands, or without. */
		const draw = (paneAt: number | null, areHandsThere: boolean): Uint8Array => {
			const { left } = hands.frame.hands;
			const wrist = new Vector3().fromArray(left.joints, JOINT_NAMES.indexOf('wrist') * POSE_STRIDE);
			pane.visible = paneAt !== null;
			pane.position.lerpVectors(camera.position, wrist, paneAt ?? 0);
			pane.quaternion.copy(camera.quaternion);
			hands.visible = areHandsThere;
			render();
			const gl = renderer.getContext();
			const pixels = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4);
			gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
			return pixels;
		};
		const differs = (a: Uint8Array, b: Uint8Array, at: number): boolean =>
			Math.abs(a[at]! - b[at]!) + Math.abs(a[at + 1]! - b[at + 1]!) + Math.abs(a[at + 2]! - b[at + 2]!) > 24;
		const [bare, empty, front, frontEmpty, back] = [
			draw(null, true),
			draw(null, false),
			draw(0.5, true),
			draw(0.5, false),
			draw(1.6, true),
		];
		const inside = Array.from({ length: bare.length / 4 }, (_, i) => i * 4).filter((at) => differs(bare, empty, at));
		hands.dispose();
		pane.removeFromParent();
		const share = (a: Uint8Array, b: Uint8Array): number =>
			inside.filter((at) => differs(a, b, at)).length / inside.length;
		return { hands: share(front, frontEmpty), paneBehind: share(back, bare) };
	},
	measureJoints,
	measureClip,
	measureSource,
	/** What the renderer holds before, with and after many hands. */
	async measureMemory(): Promise<{ before: object; during: object; after: object }> {
		const read = (): object => ({ ...renderer.info.memory });
		render();
		const before = read();
		const all = Array.from({ length: 6 }, (_, i) =>
			create({
				handStyle: i % 2 === 0 ? 'mesh' : 'joints',
				head: true,
				gaze: true,
				controllers: true,
			}),
		);
		// Loads the meshes by itself.
		const loading = new RecordedHands(recording);
		await loading.ready;
		for (const hands of [...all, loading]) {
			scene.add(hands);
			hands.setTime(1);
		}
		render();
		const during = read();
		for (const hands of [...all, loading]) hands.dispose();
		render();
		return { before, during, after: read() };
	},
	createRecording,
};
export type ThreeKit = typeof kit;

Object.assign(globalThis, { kit });

// Runs in the page: draws recorded hands with the real Babylon.js and measures what is drawn.
import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/glTFLoader.js';
import { RecordedHands, type RecordedHandsOptions } from '@handreel/babylon';
import {
	createCurve,
	createFrameSample,
	createSampler,
	JOINT_NAMES,
	JOINTS,
	POSE_STRIDE,
	type Recording,
	readRecording,
	SIDES,
} from '@handreel/core';
import { LiveFrames, loadHandModels } from '@handreel/hands';

const canvas = document.createElement('canvas');
canvas.width = 480;
canvas.height = 360;
document.body.append(canvas);
const engine = new Engine(canvas, false, { preserveDrawingBuffer: true });
const file = await fetch('/files/fixtures/recorded/mrtk-2.8.3-full-5s.bin');
const recording = readRecording(await file.arrayBuffer());
const models = await loadHandModels();
const TIMES = [0, 0.31, 1.2, 2.2, 2.777, 3.9, 4.99];

function createScene(isRightHanded: boolean): { scene: Scene; camera: ArcRotateCamera } {
	const scene = new Scene(engine);
	scene.useRightHandedSystem = isRightHanded;
	scene.clearColor = Color4.FromHexString('#14171cff');
	new HemisphericLight('light', new Vector3(0.3, 1, 0.2), scene);
	const camera = new ArcRotateCamera('camera', 0, 0, 1, Vector3.Zero(), scene);
	camera.fov = 0.61;
	camera.minZ = 0.01;
	return { scene, camera };
}

/** A point of WebXR's space in the space of a scene. */
function toScene(values: ArrayLike<number>, offset: number, scene: Scene): Vector3 {
	const sign = scene.useRightHandedSystem ? 1 : -1;
	return new Vector3(values[offset], values[offset + 1], sign * values[offset + 2]!);
}

function sampleAt(time: number, source: Recording = recording): ReturnType<typeof createFrameSample> {
	return createSampler(source, { space: 'webxr' }).sampleFrame(time, createFrameSample());
}

/** Looks at the knuckles from the front. */
function aim(camera: ArcRotateCamera, time: number): void {
	const { left, right } = sampleAt(time).hands;
	const middle = JOINT_NAMES.indexOf('middleKnuckle') * POSE_STRIDE;
	const scene = camera.getScene();
	const center = toScene(left.joints, middle, scene)
		.add(toScene(right.joints, middle, scene))
		.scale(0.5);
	const from = toScene([0.12, 0.3, 0.75], 0, scene).normalize().scale(0.9);
	camera.setTarget(center);
	camera.setPosition(center.add(from));
}

function partial(): Recording {
	const empty = createCurve([]);
	const pose = { position: { x: empty, y: empty, z: empty }, rotation: { x: empty, y: empty, z: empty, w: empty } };
	const { hands } = recording;
	const left = { ...hands!.left, joints: { ...hands!.left.joints, ringTip: pose, ringDistal: pose, pinkyTip: pose } };
	return { ...recording, hands: { left, right: hands!.right } };
}

async function draw(
	isRightHanded: boolean,
	options: (scene: Scene) => RecordedHandsOptions,
	source: Recording,
): Promise<string> {
	const { scene, camera } = createScene(isRightHanded);
	const hands = new RecordedHands(scene, source, { models, autoplay: false, ...options(scene) });
	hands.setTime(2.2);
	aim(camera, 2.2);
	await scene.whenReadyAsync();
	scene.render();
	const picture = canvas.toDataURL('image/png');
	scene.dispose();
	return picture;
}

function skin(scene: Scene): RecordedHandsOptions {
	const material = new StandardMaterial('skin', scene);
	material.diffuseColor = Color3.FromHexString('#c9ad98');
	material.specularColor = Color3.Black();
	return { material };
}

/** The largest distance between what is drawn and what was sampled. */
async function measure(isRightHanded: boolean): Promise<{ joints: number; rig: number; vertices: number }> {
	const { scene } = createScene(isRightHanded);
	const parent = new TransformNode('parent', scene);
	parent.scaling.setAll(1.7);
	parent.position.set(0.3, -0.2, 0.1);
	const hands = new RecordedHands(scene, recording, { models, autoplay: false });
	const drawn = new RecordedHands(scene, recording, { handStyle: 'joints', autoplay: false });
	hands.parent = parent;
	const load = (side: string): ReturnType<typeof LoadAssetContainerAsync> =>
		LoadAssetContainerAsync(`/hands/${side}.glb`, scene);
	const [left, right] = await Promise.all(SIDES.map(load));
	for (const container of [left!, right!]) container.addAllToScene();
	const rigged = new RecordedHands(scene, recording, {
		models: { left: left!.rootNodes[0] as TransformNode, right: right!.rootNodes[0] as TransformNode },
		autoplay: false,
	});
	const worst = { joints: 0, rig: 0, vertices: 0 };
	await scene.whenReadyAsync();
	for (const time of TIMES) {
		for (const figure of [hands, drawn, rigged]) figure.setTime(time);
		scene.render();
		const frame = sampleAt(time);
		for (const side of SIDES) {
			const { joints } = frame.hands[side];
			const find = (figure: RecordedHands, name: string): Mesh =>
				figure
					.getDescendants()
					.find((node) => node.name === side)!
					.getDescendants()
					.find((node) => node.name === name) as Mesh;
			const mesh = find(hands, 'mesh');
			const matrices = mesh.skeleton!.getTransformMatrices(mesh);
			for (const [i, bone] of mesh.skeleton!.bones.entries()) {
				const { index } = JOINTS.find(({ webxr }) => webxr === bone.name)!;
				const local = toScene(joints, index * POSE_STRIDE, scene);
				const expected = Vector3.TransformCoordinates(local, parent.getWorldMatrix());
				// The matrix that the shader gets.
				const rest = Matrix.FromArray(models[side].inverseBindMatrices, i * 16)
					.invert()
					.getTranslation();
				const skinned = Vector3.TransformCoordinates(rest, Matrix.FromArray(matrices, i * 16));
				const seen = Vector3.TransformCoordinates(skinned, mesh.getWorldMatrix());
				worst.vertices = Math.max(worst.vertices, Vector3.Distance(seen, expected));
				const node = find(rigged, bone.name);
				worst.rig = Math.max(worst.rig, Vector3.Distance(node.getAbsolutePosition(), local));
			}
			const balls = find(drawn, 'balls');
			JOINTS.filter(({ name }) => name !== 'none' && name !== 'palm').forEach(({ index }, i) => {
				const at = Matrix.FromArray(drawnMatrices(balls), i * 16)
					.multiply(balls.getWorldMatrix())
					.getTranslation();
				worst.joints = Math.max(worst.joints, Vector3.Distance(at, toScene(joints, index * POSE_STRIDE, scene)));
			});
		}
	}
	scene.dispose();
	return worst;
}

/** The matrices of the instances, as they are sent to the graphics card; the public copy is not updated. */
function drawnMatrices(mesh: Mesh): Float32Array {
	return (mesh as unknown as { _thinInstanceDataStorage: { matrixData: Float32Array } })._thinInstanceDataStorage
		.matrixData;
}

const kit = {
	picture(name: string): Promise<string> {
		if (name === 'skin-left-handed') return draw(false, skin, recording);
		if (name === 'skin-right-handed') return draw(true, skin, recording);
		if (name === 'partial') return draw(false, () => ({}), partial());
		return draw(false, () => ({ head: true, gaze: true, controllers: true }), recording);
	},
	measure,
	/** The share of pixels of the hands that change if the hands are there, behind a pane of glass, and if the pane is, behind them. */
	async measureGlass(handStyle: 'mesh' | 'joints'): Promise<{ hands: number; paneBehind: number }> {
		const { scene, camera } = createScene(false);
		const hands = new RecordedHands(scene, recording, { models, handStyle, autoplay: false });
		hands.setTime(2.2);
		aim(camera, 2.2);
		const pane = CreateBox('pane', { width: 3, height: 3, depth: 0.001 }, scene);
		const glass = new StandardMaterial('glass', scene);
		glass.emissiveColor = Color3.Green();
		glass.alpha = 0.6;
		pane.material = glass;
		await scene.whenReadyAsync();
		const draw = async (paneAt: number | null, areHandsThere: boolean): Promise<Uint8Array> => {
			pane.setEnabled(paneAt !== null);
			pane.position = Vector3.Lerp(camera.globalPosition, camera.target, paneAt ?? 0);
			pane.lookAt(camera.globalPosition);
			hands.setEnabled(areHandsThere);
			scene.render();
			return new Uint8Array((await engine.readPixels(0, 0, canvas.width, canvas.height)).buffer);
		};
		const bare = await draw(null, true);
		const empty = await draw(null, false);
		const front = await draw(0.5, true);
		const frontEmpty = await draw(0.5, false);
		const back = await draw(1.6, true);
		scene.dispose();
		const differs = (a: Uint8Array, b: Uint8Array, at: number): boolean =>
			Math.abs(a[at]! - b[at]!) + Math.abs(a[at + 1]! - b[at + 1]!) + Math.abs(a[at + 2]! - b[at + 2]!) > 24;
		const inside = Array.from({ length: bare.length / 4 }, (_, i) => i * 4).filter((at) => differs(bare, empty, at));
		const share = (a: Uint8Array, b: Uint8Array): number =>
			inside.filter((at) => differs(a, b, at)).length / inside.length;
		return { hands: share(front, frontEmpty), paneBehind: share(back, bare) };
	},
	/** What the scene holds before, with and after hands. */
	async measureMemory(): Promise<{ before: number[]; during: number[]; after: number[] }> {
		const { scene } = createScene(false);
		const read = (): number[] => [
			scene.meshes.length,
			scene.transformNodes.length,
			scene.materials.length,
			scene.skeletons.length,
			scene.geometries.length,
		];
		scene.render();
		const before = read();
		const all = (['mesh', 'joints', 'nodes'] as const).map(
			(handStyle) => new RecordedHands(scene, recording, { handStyle, head: true, gaze: true, controllers: true }),
		);
		await all[0]!.ready;
		for (const hands of all) {
			hands.getJoint('left', 'indexTip');
			hands.update(0.5);
		}
		scene.render();
		const during = read();
		for (const hands of all) hands.dispose();
		scene.render();
		const after = read();
		scene.dispose();
		return { before, during, after };
	},
	/** Live frames and events. */
	follow(): { worst: number; events: string[] } {
		const { scene } = createScene(false);
		const live = new LiveFrames({ space: 'webxr' });
		const hands = new RecordedHands(scene, live, { handStyle: 'nodes' });
		const tip = hands.getJoint('left', 'indexTip');
		const events: string[] = [];
		hands.on('tracked', ({ side, tracked }) => events.push(`${side} ${tracked}`));
		let worst = 0;
		for (let i = 0; i < 120; i++) {
			live.push(sampleAt(i / 60));
			hands.update(1 / 60);
			tip.computeWorldMatrix(true);
			const at = toScene(hands.frame.hands.left.joints, JOINT_NAMES.indexOf('indexTip') * POSE_STRIDE, scene);
			worst = Math.max(worst, Vector3.Distance(tip.getAbsolutePosition(), at));
		}
		scene.dispose();
		return { worst, events };
	},
};
export type BabylonKit = typeof kit;
Object.assign(globalThis, { kit });

// Runs in the page: the component in a canvas of React Three Fiber, in strict mode.
import { createFrameSample, createSampler, JOINTS, POSE_STRIDE, readRecording, SIDES } from '@handreel/core';
import { LiveFrames } from '@handreel/hands';
import type { RecordedHands as HandsObject } from '@handreel/three';
import { RecordedHands, type RecordedHandsProps } from '@handreel/three/react';
import { Canvas, type RootState } from '@react-three/fiber';
import { createElement, createRef, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type SkinnedMesh, Vector3, type WebGLRenderer } from 'three';

const file = await fetch('/files/fixtures/recorded/mrtk-2.8.3-full-5s.bin');
const recording = readRecording(await file.arrayBuffer());
const element = document.createElement('div');
element.style.cssText = 'width: 240px; height: 180px';
document.body.append(element);
const root = createRoot(element);
const ref = createRef<HandsObject | null>();
const events: string[] = [];
let renderer: WebGLRenderer | null = null;
let state: RootState | null = null;

function render(props: Partial<RecordedHandsProps> | null, frameloop: 'always' | 'demand' = 'always'): void {
	const hands = props === null ? null : createElement(RecordedHands, { recording, ref, ...props });
	const onCreated = (created: RootState): void => {
		state = created;
		renderer = created.gl;
	};
	root.render(createElement(StrictMode, null, createElement(Canvas, { onCreated, frameloop }, hands)));
}

async function until(test: () => boolean): Promise<void> {
	const end = performance.now() + 20_000;
	while (!test()) {
		if (performance.now() > end) throw new Error(`timeout: ${test}`);
		await new Promise((resolve) => requestAnimationFrame(resolve));
	}
}

function findMesh(): SkinnedMesh | undefined {
	return ref.current?.getObjectByProperty('type', 'SkinnedMesh') as SkinnedMesh | undefined;
}

const kit = {
	/** The largest distance at a given time. */
	async measure(): Promise<number> {
		let isReady = false;
		render({ time: 2.2, scale: 2, position: [0.1, 0.2, 0.3], onReady: () => (isReady = true) });
		await until(() => isReady && findMesh() !== undefined && ref.current?.player?.time === 2.2);
		const frame = createSampler(recording, { space: 'webxr' }).sampleFrame(2.2, createFrameSample());
		const hands = ref.current!;
		hands.updateWorldMatrix(true, true);
		let worst = 0;
		for (const side of SIDES) {
			const mesh = hands.getObjectByName(side)!.getObjectByProperty('type', 'SkinnedMesh') as SkinnedMesh;
			for (const bone of mesh.skeleton.bones) {
				const { index } = JOINTS.find(({ webxr }) => webxr === bone.name)!;
				const expected = new Vector3().fromArray(frame.hands[side].joints, index * POSE_STRIDE);
				expected.applyMatrix4(hands.matrixWorld);
				const at = new Vector3().setFromMatrixPosition(bone.matrixWorld).applyMatrix4(mesh.matrixWorld);
				worst = Math.max(worst, expected.distanceTo(at));
			}
		}
		return hands.position.x === 0.1 && hands.scale.x === 2 ? worst : Number.NaN;
	},
	/** Draws on demand: after loading, for another time, and as long as it plays. */
	async demand(): Promise<{ ready: boolean[]; times: number[]; isResting: boolean }> {
		const ready: HandsObject[] = [];
		const onReady = (object: HandsObject): number => ready.push(object);
		render({ time: 2.2, onReady, sides: ['left'] }, 'demand');
		const rest = (): Promise<void> => until(() => state!.internal.frames === 0);
		await until(() => ready.length > 0 && ready.includes(ref.current!));
		await until(() => renderer!.info.render.triangles > 1000);
		await rest();
		render({ time: 3.5, onReady, sides: ['left'] }, 'demand');
		await until(() => ref.current!.player!.time === 3.5);
		const times = [ref.current!.player!.time];
		await rest();
		render({ onReady, sides: ['left'] }, 'demand');
		await until(() => ref.current!.player!.time > 3.6);
		times.push(ref.current!.player!.time);
		render({ playing: false, onReady, sides: ['left'] }, 'demand');
		await rest();
		return {
			ready: ready.map((object) => object === ref.current),
			times,
			isResting: state!.get().frameloop === 'demand',
		};
	},
	/** Plays fast until it loops; properties change without another object. */
	async play(): Promise<{ events: string[]; drawn: string[]; isSame: boolean; isStopped: boolean }> {
		const props: Partial<RecordedHandsProps> = {
			handStyle: 'joints',
			onPinch: ({ side }) => events.push(`pinch ${side}`),
			onLooped: () => events.push('looped'),
		};
		render({ ...props, color: { left: 'red', right: 'blue' }, sides: ['right'], speed: 8 });
		await until(() => events.includes('looped'));
		const before = ref.current;
		render({ ...props, color: { left: 'red', right: 'blue' }, sides: ['right'], speed: 0.5, playing: false });
		await until(() => ref.current?.player?.isPlaying === false);
		const { time } = ref.current!.player!;
		for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
		const drawn = ref.current!.children.map(({ name }) => name);
		return { events, drawn, isSame: ref.current === before, isStopped: ref.current!.player!.time === time };
	},
	async live(): Promise<boolean> {
		const live = new LiveFrames();
		const sampler = createSampler(recording);
		let isFound = false;
		render({ recording: undefined as never, live, handStyle: 'joints', onTracked: () => (isFound = true) });
		let i = 0;
		await until(() => {
			live.push(sampler.sampleFrame(i++ / 60, createFrameSample()));
			return isFound;
		});
		return ref.current?.player === null;
	},
	/** Without hands nothing is left. */
	async leave(): Promise<object> {
		render(null);
		await until(() => ref.current === null);
		const { memory } = renderer!.info;
		await until(() => memory.geometries === 0 && memory.textures === 0);
		return { ...memory };
	},
};
export type ReactKit = typeof kit;
Object.assign(globalThis, { kit });

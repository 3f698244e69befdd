// A ghost shows how to press the button; the user's own hands follow, and the distance between both is scored.
import { decodeRecording } from '@handreel/convert';
import { RecordedHands } from '@handreel/three';
import { Timer, Vector3 } from 'three';
import { LiveFingers } from './fingers.ts';
import { Score } from './score.ts';
import { createStage, PRESS_DISTANCE } from './stage.ts';

const { recording } = await decodeRecording(await fetch(new URL('press.reel', import.meta.url)));
const { renderer, scene, camera, stage, button } = createStage();
const ghost = new RecordedHands(recording, { color: 0x9be8b0, sides: ['right'] });
stage.add(ghost);
const ghostTip = ghost.getJoint('right', 'indexTip');
const fingers = new LiveFingers(renderer, scene, camera);

const score = new Score();
const at = new Vector3();
let presses = 0;
let isTouching = false;
let isPlaced = true;
// Each demonstration is scored on its own.
ghost.on('looped', () => score.reset());
renderer.xr.addEventListener('sessionstart', () => {
	score.reset();
	ghost.setTime(0);
	isPlaced = false;
});
renderer.xr.addEventListener('sessionend', () => stage.position.setY(0));

const timer = new Timer();
renderer.setAnimationLoop((time, frame) => {
	ghost.update(Math.min(0.1, timer.update(time).getDelta()));
	if (!isPlaced) isPlaced = placeStage(frame);
	scene.updateMatrixWorld();
	let nearest = Number.POSITIVE_INFINITY;
	let isNear = false;
	const goal = ghostTip.getWorldPosition(new Vector3());
	const target = button.getWorldPosition(new Vector3());
	for (const tip of fingers.list(goal)) {
		tip.getWorldPosition(at);
		nearest = Math.min(nearest, at.distanceTo(goal));
		isNear ||= at.distanceTo(target) < PRESS_DISTANCE;
	}
	score.add(nearest);
	if (isNear && !isTouching) show('button', `pressed ${++presses}×`);
	isTouching = isNear;
	button.material.emissive.set(isTouching ? 0x882222 : 0x000000);
	if (score.percent !== null) show('score', `${Math.round(score.percent)} %`);
	renderer.render(scene, camera);
});

/** Puts the ghost at the height of the user's head. Returns `false` while the head is not tracked. */
function placeStage(frame: XRFrame): boolean {
	const space = renderer.xr.getReferenceSpace();
	const pose = space === null ? undefined : frame.getViewerPose(space);
	if (pose === undefined) return false;
	stage.position.y = pose.transform.position.y - ghost.frame.head[1]!;
	return true;
}

const play = document.querySelector<HTMLButtonElement>('#play')!;
const setPlaying = (isPlaying: boolean): void => {
	if (isPlaying) ghost.player?.play();
	else ghost.player?.pause();
	play.textContent = isPlaying ? 'Pause' : 'Play';
};
play.addEventListener('click', () => setPlaying(ghost.player?.isPlaying !== true));
setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches);

const enter = document.querySelector<HTMLButtonElement>('#enter')!;
const hasHeadset = (await navigator.xr?.isSessionSupported('immersive-vr').catch(() => false)) === true;
enter.hidden = !hasHeadset;
show('hint', hasHeadset ? 'Enter VR, or follow with the pointer.' : 'Follow its fingertip with the pointer.');
enter.addEventListener('click', async () => {
	try {
		const session = await navigator.xr!.requestSession('immersive-vr', { optionalFeatures: ['hand-tracking'] });
		await renderer.xr.setSession(session);
		setPlaying(true);
	} catch (error) {
		show('hint', `VR could not start: ${error instanceof Error ? error.message : error}`);
	}
});

function show(id: string, text: string): void {
	const output = document.getElementById(id)!;
	if (output.textContent !== text) output.textContent = text;
}

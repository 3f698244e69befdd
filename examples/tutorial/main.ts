// A ghost shows how to press the button; the user's own hands follow, and the distance between both is scored.
import { decodeRecording } from '@handreel/convert';
import { SIDES } from '@handreel/core';
import { RecordedHands } from '@handreel/three';
import {
	BoxGeometry,
	Color,
	type Group,
	HemisphereLight,
	Mesh,
	MeshStandardMaterial,
	PerspectiveCamera,
	Scene,
	SphereGeometry,
	Timer,
	Vector3,
	WebGLRenderer,
} from 'three';
import { Score } from './score.ts';

const PRESS_DISTANCE = 0.025;

/** A hand of three's WebXR manager. Its joints exist while it is connected. */
type LiveHand = Group & { joints: Record<string, Group | undefined> };

const { recording } = await decodeRecording(await fetch(new URL('press.reel', import.meta.url)));
const renderer = new WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
renderer.xr.enabled = true;
renderer.xr.setReferenceSpaceType('local');
document.body.append(renderer.domElement);
const scene = new Scene();
scene.background = new Color(0x14171c);
scene.add(new HemisphereLight(0xffffff, 0x444444, 3));
const camera = new PerspectiveCamera(50, innerWidth / innerHeight, 0.01, 20);
camera.position.set(0.2, 1.75, 0);
camera.lookAt(0.2, 1.6, -0.7);
const button = new Mesh(new BoxGeometry(0.04, 0.04, 0.04), new MeshStandardMaterial({ color: 0xcc3333 }));
button.position.set(0.354, 1.624, -0.7);
scene.add(button);

const ghost = new RecordedHands(recording, { color: 0x9be8b0 });
scene.add(ghost);
const tips = SIDES.map((side) => ghost.getJoint(side, 'indexTip'));

// The user's hands: a ball on each fingertip.
const hands = [0, 1].map((index) => renderer.xr.getHand(index) as LiveHand);
for (const hand of hands) {
	scene.add(hand);
	hand.addEventListener('connected', ({ data }) => {
		hand.userData['side'] = data.handedness;
		const ball = new Mesh(new SphereGeometry(0.008), new MeshStandardMaterial({ color: 0xffddaa }));
		hand.joints['index-finger-tip']?.add(ball);
	});
}

const score = new Score();
const at = new Vector3();
let presses = 0;
let isTouching = false;
// Each demonstration is scored on its own.
ghost.on('looped', () => score.reset());
renderer.xr.addEventListener('sessionstart', () => {
	score.reset();
	ghost.setTime(0);
});

const timer = new Timer();
renderer.setAnimationLoop((time) => {
	ghost.update(Math.min(0.1, timer.update(time).getDelta()));
	let isNear = false;
	for (const hand of hands) {
		const tip = hand.visible ? hand.joints['index-finger-tip'] : undefined;
		const side = SIDES.indexOf(hand.userData['side']);
		if (tip === undefined || side < 0) continue;
		score.add(tip, tips[side]!);
		isNear ||= tip.getWorldPosition(at).distanceTo(button.position) < PRESS_DISTANCE;
	}
	if (isNear && !isTouching) show('button', `pressed ${++presses}×`);
	isTouching = isNear;
	if (score.percent !== null) show('score', `${Math.round(score.percent)} %`);
	renderer.render(scene, camera);
});

document.querySelector('#enter')?.addEventListener('click', async () => {
	const session = await navigator.xr?.requestSession('immersive-vr', { optionalFeatures: ['hand-tracking'] });
	if (session !== undefined) await renderer.xr.setSession(session);
});

function show(id: string, text: string): void {
	const output = document.getElementById(id) as HTMLOutputElement;
	if (output.value !== text) output.value = text;
}

// A small app without any code for recordings: press the button with a fingertip, pinch the block and carry it.
import * as THREE from 'three';

const PRESS_DISTANCE = 0.025;
const GRAB_DISTANCE = 0.06;

const renderer = new THREE.WebGLRenderer();
renderer.setSize(160, 80);
renderer.xr.enabled = true;
const scene = new THREE.Scene();
scene.background = new THREE.Color(0x335577);
scene.add(new THREE.HemisphereLight(0xffffff, 0x444444, 3));
const camera = new THREE.PerspectiveCamera();

const button = addBox(0.04, 0xcc3333, 0.354, 1.624, -0.7);
const block = addBox(0.06, 0x33cc66, 0.035, 1.6, -0.76);
const show = (id, text) => {
	document.getElementById(id).value = text;
};

let presses = 0;
let isTouching = false;
let holder = null;

const hands = [0, 1].map((index) => {
	const hand = renderer.xr.getHand(index);
	scene.add(hand);
	const tip = new THREE.Mesh(new THREE.SphereGeometry(0.012), new THREE.MeshStandardMaterial({ color: 0xffddaa }));
	hand.add(tip);
	renderer.xr.getController(index).addEventListener('selectstart', () => grab(hand));
	renderer.xr.getController(index).addEventListener('selectend', () => release(hand));
	return { hand, tip };
});

renderer.setAnimationLoop(() => {
	let isNear = false;
	for (const { hand, tip } of hands) {
		const joint = hand.joints['index-finger-tip'];
		tip.visible = hand.visible && joint !== undefined;
		if (!tip.visible) continue;
		tip.position.copy(joint.position);
		isNear ||= tip.position.distanceTo(button.position) < PRESS_DISTANCE;
		if (holder === hand) block.position.copy(pinchPoint(hand));
	}
	if (isNear && !isTouching) show('button', `pressed ${++presses}×`);
	isTouching = isNear;
	button.material.emissive.set(isTouching ? 0x882222 : 0x000000);
	renderer.render(scene, camera);
});

function grab(hand) {
	if (holder !== null || pinchPoint(hand).distanceTo(block.position) > GRAB_DISTANCE) return;
	holder = hand;
	show('block', 'held');
}

function release(hand) {
	if (holder !== hand) return;
	holder = null;
	show(
		'block',
		`let go at ${block.position
			.toArray()
			.map((value) => value.toFixed(2))
			.join(' ')}`,
	);
}

function pinchPoint({ joints }) {
	const [tip, thumb] = [joints['index-finger-tip'], joints['thumb-tip']];
	return new THREE.Vector3().addVectors(tip.position, thumb.position).multiplyScalar(0.5);
}

function addBox(size, color, x, y, z) {
	const box = new THREE.Mesh(new THREE.BoxGeometry(size, size, size), new THREE.MeshStandardMaterial({ color }));
	box.position.set(x, y, z);
	scene.add(box);
	return box;
}

const enter = document.createElement('button');
enter.id = 'VRButton';
enter.textContent = 'Enter VR';
enter.onclick = async () => {
	const session = await navigator.xr.requestSession('immersive-vr', {
		optionalFeatures: ['local-floor', 'hand-tracking'],
	});
	session.addEventListener('end', () => show('block', `${document.getElementById('block').value}, session over`));
	await renderer.xr.setSession(session);
};
document.body.append(enter, renderer.domElement);

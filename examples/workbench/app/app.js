// A workbench with a drawer that slides, a lever that turns and switches a lamp, and a button to poke. Hands and
// controllers work alike. The app knows nothing about tests.
import * as THREE from 'three';

const REACH = 0.06;
const DRAWER_TRAVEL = 0.25;
const LEVER_LENGTH = 0.18;
const LEVER_LIMIT = 1;
const LAMP_FROM = 0.6;

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(640, 320);
renderer.xr.enabled = true;
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color(0x223344);
scene.add(new THREE.HemisphereLight(0xffffff, 0x555555, 3));
const camera = new THREE.PerspectiveCamera();

const bench = addBox(scene, 'bench', [1, 0.05, 0.4], 0x886644, [0, 0.95, -0.6]);
const drawer = addBox(bench, 'drawer', [0.3, 0.12, 0.3], 0xaa8855, [-0.25, -0.09, 0.02]);
const handle = addBox(drawer, 'handle', [0.1, 0.02, 0.02], 0xdddddd, [0, 0, 0.17]);
const lever = new THREE.Group();
lever.name = 'lever';
lever.position.set(0.3, 0.03, 0.1);
bench.add(lever);
addBox(lever, 'rod', [0.02, LEVER_LENGTH, 0.02], 0x999999, [0, LEVER_LENGTH / 2, 0]);
const knob = addBox(lever, 'knob', [0.04, 0.04, 0.04], 0xcc3333, [0, LEVER_LENGTH, 0]);
const button = addBox(bench, 'button', [0.05, 0.03, 0.05], 0x3366cc, [0, 0.04, 0.1]);
const lamp = addBox(scene, 'lamp', [0.1, 0.1, 0.1], 0xffee88, [0, 1.6, -0.8]);
lamp.visible = false;

const drawerClosed = drawer.position.z;
let presses = 0;
let isTouching = false;

const inputs = [0, 1].map((index) => {
	const controller = renderer.xr.getController(index);
	const grip = renderer.xr.getControllerGrip(index);
	const hand = renderer.xr.getHand(index);
	scene.add(controller, grip, hand);
	const tip = new THREE.Mesh(new THREE.SphereGeometry(0.01), new THREE.MeshStandardMaterial({ color: 0xffccaa }));
	tip.name = `tip${index}`;
	scene.add(tip);
	const input = { hand, grip, tip, held: null };
	controller.addEventListener('selectstart', () => take(input));
	controller.addEventListener('selectend', () => {
		input.held = null;
	});
	return input;
});

renderer.setAnimationLoop(() => {
	let isNear = false;
	for (const input of inputs) {
		const point = findPoint(input);
		const index = input.hand.joints['index-finger-tip'];
		input.tip.visible = point !== null;
		if (point === null) continue;
		input.tip.position.copy(index?.visible ? index.position : point);
		isNear ||= distanceTo(button, input.tip.position) < 0.03;
		input.held?.(point);
	}
	if (isNear && !isTouching) presses++;
	isTouching = isNear;
	button.material.emissive.set(presses > 0 ? 0x2244aa : 0x000000);
	renderer.render(scene, camera);
});

document.body.append(createEnterButton());

// Takes what is nearest: the handle of the drawer or the knob of the lever.
function take(input) {
	const point = findPoint(input);
	if (point === null) return;
	if (distanceTo(handle, point) < REACH) {
		const start = point.z - drawer.position.z;
		input.held = ({ z }) => {
			drawer.position.z = THREE.MathUtils.clamp(z - start, drawerClosed, drawerClosed + DRAWER_TRAVEL);
		};
	} else if (distanceTo(knob, point) < REACH) {
		input.held = (now) => {
			const local = bench.worldToLocal(now.clone()).sub(lever.position);
			lever.rotation.x = THREE.MathUtils.clamp(Math.atan2(local.z, local.y), 0, LEVER_LIMIT);
			lamp.visible = lever.rotation.x > LAMP_FROM;
			document.getElementById('lamp').value = lamp.visible ? 'lamp on' : 'lamp off';
		};
	}
}

// Between thumb and index finger, or the grip of a controller.
function findPoint({ hand, grip }) {
	const index = hand.joints['index-finger-tip'];
	const thumb = hand.joints['thumb-tip'];
	if (index?.visible && thumb?.visible) return index.position.clone().add(thumb.position).multiplyScalar(0.5);
	return grip.visible ? grip.position.clone() : null;
}

function distanceTo(object, point) {
	return object.getWorldPosition(new THREE.Vector3()).distanceTo(point);
}

function addBox(parent, name, size, color, [x, y, z]) {
	const box = new THREE.Mesh(new THREE.BoxGeometry(...size), new THREE.MeshStandardMaterial({ color }));
	box.name = name;
	box.position.set(x, y, z);
	parent.add(box);
	return box;
}

function createEnterButton() {
	const element = document.createElement('button');
	element.id = 'VRButton';
	element.textContent = 'Enter VR';
	element.style.cssText = 'position: fixed; right: 8px; bottom: 8px';
	element.onclick = async () => {
		const optionalFeatures = ['local-floor', 'hand-tracking'];
		renderer.xr.setSession(await navigator.xr.requestSession('immersive-vr', { optionalFeatures }));
		element.remove();
	};
	return element;
}

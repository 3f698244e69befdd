// A drawer that hands pull open. The page knows nothing about tests: replace it with your own.
import * as THREE from 'three';

const TRAVEL = 0.3; // meters
const REACH = 0.12; // from the palm to the handle
const CLOSED = 0.11; // from the tip of the middle finger to the wrist

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
renderer.xr.enabled = true;
const camera = new THREE.PerspectiveCamera(60, innerWidth / innerHeight, 0.01, 20);
camera.position.set(0, 1.5, 0.2);
camera.lookAt(0.1, 1, -0.6);

const scene = new THREE.Scene();
scene.background = new THREE.Color(0x223344);
scene.add(new THREE.HemisphereLight(0xffffff, 0x555555, 3));
addBox(scene, 'cabinet', [0.7, 0.4, 0.4], 0x886644, [0.1, 0.9, -0.78]);
const drawer = addBox(scene, 'drawer', [0.5, 0.2, 0.4], 0xaa8855, [0.1, 0.9, -0.75]);
const handle = addBox(drawer, 'handle', [0.16, 0.03, 0.03], 0xdddddd, [0, 0, 0.25]);
const shut = drawer.position.z;

const hands = [0, 1].map((index) => {
	const hand = renderer.xr.getHand(index);
	scene.add(hand);
	return { joints: hand.joints, grip: null };
});

renderer.setAnimationLoop(() => {
	for (const hand of hands) moveDrawer(hand);
	const opened = drawer.position.z - shut;
	document.getElementById('state').value = opened > 0.2 ? 'open' : opened < 0.02 ? 'shut' : 'ajar';
	renderer.render(scene, camera);
});

// A hand that closes at the handle takes it along until it opens again.
function moveDrawer(hand) {
	const { wrist, 'middle-finger-tip': tip, 'middle-finger-phalanx-proximal': knuckle } = hand.joints;
	const isClosed = wrist?.visible && tip.position.distanceTo(wrist.position) < CLOSED;
	if (!isClosed) {
		hand.grip = null;
		return;
	}
	const isNear = handle.getWorldPosition(new THREE.Vector3()).distanceTo(knuckle.position) < REACH;
	if (hand.grip === null) hand.grip = isNear ? knuckle.position.z - drawer.position.z : Number.NaN;
	if (Number.isNaN(hand.grip)) return;
	drawer.position.z = THREE.MathUtils.clamp(knuckle.position.z - hand.grip, shut, shut + TRAVEL);
}

function addBox(parent, name, size, color, [x, y, z]) {
	const box = new THREE.Mesh(new THREE.BoxGeometry(...size), new THREE.MeshStandardMaterial({ color }));
	box.name = name; // tests find it by this name
	box.position.set(x, y, z);
	parent.add(box);
	return box;
}

const enter = document.createElement('button');
enter.id = 'VRButton';
enter.textContent = 'Enter VR';
enter.onclick = async () => {
	const optionalFeatures = ['local-floor', 'hand-tracking'];
	renderer.xr.setSession(await navigator.xr.requestSession('immersive-vr', { optionalFeatures }));
	enter.remove();
};
document.body.append(enter, renderer.domElement);

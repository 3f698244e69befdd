import {
	Color,
	CylinderGeometry,
	Group,
	HemisphereLight,
	Mesh,
	MeshStandardMaterial,
	PerspectiveCamera,
	Scene,
	WebGLRenderer,
} from 'three';

/** Meters between a fingertip and the middle of the button that press it. */
export const PRESS_DISTANCE = 0.025;

/** Where `press.mjs` presses. */
const BUTTON = [0.12, 1.3, -0.42] as const;
/** The view of those without a headset, beside the shoulder of the ghost. */
const EYE = [-0.22, 1.5, 0.12] as const;

/** Creates the scene and its view, which fills the window. */
export function createStage() {
	const renderer = new WebGLRenderer({ antialias: true });
	renderer.xr.enabled = true;
	// Every headset has this space. Its height is arbitrary.
	renderer.xr.setReferenceSpaceType('local');
	const scene = new Scene();
	scene.background = new Color(0x14171c);
	scene.add(new HemisphereLight(0xffffff, 0x444444, 3));
	const stage = new Group();
	const button = new Mesh(new CylinderGeometry(0.025, 0.025, 0.03), new MeshStandardMaterial({ color: 0xcc3333 }));
	const post = new Mesh(new CylinderGeometry(0.045, 0.045, 0.02), new MeshStandardMaterial({ color: 0x5a6472 }));
	for (const part of [button, post]) part.rotation.x = Math.PI / 2;
	button.position.set(...BUTTON);
	post.position.set(BUTTON[0], BUTTON[1], BUTTON[2] - 0.02);
	stage.add(button, post);
	scene.add(stage);

	const camera = new PerspectiveCamera(40, 1, 0.01, 20);
	const fit = (): void => {
		// A session leaves the camera where the head was.
		camera.position.set(...EYE);
		camera.lookAt(BUTTON[0], BUTTON[1] - 0.02, -0.36);
		if (renderer.xr.isPresenting) return;
		renderer.setPixelRatio(devicePixelRatio);
		renderer.setSize(innerWidth, innerHeight);
		camera.aspect = innerWidth / innerHeight;
		camera.updateProjectionMatrix();
	};
	fit();
	addEventListener('resize', fit);
	renderer.xr.addEventListener('sessionend', fit);
	document.body.append(renderer.domElement);
	return { renderer, scene, camera, stage, button };
}

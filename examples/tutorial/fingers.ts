import {
	type Camera,
	Mesh,
	MeshStandardMaterial,
	type Object3D,
	type Scene,
	SphereGeometry,
	type Vector3,
	type WebGLRenderer,
	type XRHandSpace,
} from 'three';

/** The index fingers of the user: those of tracked hands, each with a ball, or the pointer of a page without a session. */
export class LiveFingers {
	readonly #renderer: WebGLRenderer;
	readonly #camera: Camera;
	readonly #hands: readonly XRHandSpace[];
	readonly #pointer = createBall();
	#x = 0;
	#y = 0;

	constructor(renderer: WebGLRenderer, scene: Scene, camera: Camera) {
		this.#renderer = renderer;
		this.#camera = camera;
		this.#hands = [0, 1].map((index) => renderer.xr.getHand(index));
		for (const hand of this.#hands) {
			hand.addEventListener('connected', () => hand.joints['index-finger-tip']?.add(createBall()));
		}
		this.#pointer.visible = false;
		scene.add(...this.#hands, this.#pointer);
		const { domElement } = renderer;
		// The page can still be scrolled past the scene.
		domElement.style.touchAction = 'pan-y';
		domElement.addEventListener('pointermove', ({ offsetX, offsetY }) => {
			this.#x = (2 * offsetX) / domElement.clientWidth - 1;
			this.#y = 1 - (2 * offsetY) / domElement.clientHeight;
			this.#pointer.visible = true;
		});
		domElement.addEventListener('pointerleave', () => {
			this.#pointer.visible = false;
		});
	}

	/** The visible fingertips. The pointer is as far away as `goal`, because it has no depth. */
	list(goal: Vector3): readonly Object3D[] {
		if (this.#renderer.xr.isPresenting) {
			this.#pointer.visible = false;
			return this.#hands.flatMap(({ visible, joints }) => {
				const tip = visible ? joints['index-finger-tip'] : undefined;
				return tip?.visible ? [tip] : [];
			});
		}
		if (!this.#pointer.visible) return [];
		const { z } = this.#pointer.position.copy(goal).project(this.#camera);
		this.#pointer.position.set(this.#x, this.#y, z).unproject(this.#camera);
		this.#pointer.updateMatrixWorld();
		return [this.#pointer];
	}
}

function createBall(): Mesh {
	return new Mesh(new SphereGeometry(0.008), new MeshStandardMaterial({ color: 0xffddaa }));
}

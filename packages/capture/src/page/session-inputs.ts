import {
	BoxGeometry,
	BufferGeometry,
	type Group,
	InstancedMesh,
	Line,
	LineBasicMaterial,
	Matrix4,
	Mesh,
	MeshStandardMaterial,
	type Object3D,
	type Scene,
	SphereGeometry,
	Vector3,
	type WebXRManager,
	type XRHandSpace,
	type XRTargetRaySpace,
} from 'three';
import { findButton, PANEL_HEIGHT, PANEL_WIDTH, type PlacedButton, PokeDetector } from './panel-layout.ts';
import type { ButtonId } from './panel-model.ts';

const JOINTS = 25;
const COLOR = { left: 0x58b7ff, right: 0xffa95c } as const;
const TIP = 'index-finger-tip';

/** What a person points with: a hand or a controller. */
class Pointer {
	readonly ray: XRTargetRaySpace;
	readonly grip: Group;
	readonly hand: XRHandSpace;
	readonly #joints: InstancedMesh;
	readonly #controller: Mesh;
	readonly #line: Line;
	readonly #poke = new PokeDetector();
	readonly #matrix = new Matrix4();
	readonly #inverse = new Matrix4();
	readonly #origin = new Vector3();
	readonly #direction = new Vector3();
	readonly #tip = new Vector3();
	/** What this pointer shows, such as `left hand`; `null` if nothing is connected. */
	label: string | null = null;
	#isHand = false;

	constructor(
		xr: WebXRManager,
		index: number,
		scene: Scene,
		onSelect: (pointer: Pointer) => void,
		onChange: () => void,
	) {
		this.ray = xr.getController(index);
		this.grip = xr.getControllerGrip(index);
		this.hand = xr.getHand(index);
		const material = new MeshStandardMaterial({ color: COLOR.left, roughness: 0.6 });
		this.#joints = new InstancedMesh(new SphereGeometry(1, 12, 8), material, JOINTS);
		this.#joints.frustumCulled = false;
		this.#controller = new Mesh(new BoxGeometry(0.04, 0.04, 0.12), material);
		this.#line = new Line(
			new BufferGeometry().setFromPoints([new Vector3(), new Vector3(0, 0, -1)]),
			new LineBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.5 }),
		);
		this.ray.add(this.#line);
		this.grip.add(this.#controller);
		scene.add(this.ray, this.grip, this.hand, this.#joints);
		this.ray.addEventListener('connected', ({ data }) => {
			const side = data.handedness === 'none' ? data.targetRayMode : data.handedness;
			this.#isHand = data.hand !== undefined && data.hand !== null;
			this.label = `${side} ${this.#isHand ? 'hand' : 'controller'}`;
			material.color.set(data.handedness === 'right' ? COLOR.right : COLOR.left);
			onChange();
		});
		this.ray.addEventListener('disconnected', () => {
			this.label = null;
			this.#poke.reset();
			onChange();
		});
		this.ray.addEventListener('select', () => onSelect(this));
	}

	/** Whether the newest frame shows it. */
	get isTracked(): boolean {
		return this.label !== null && (this.#isHand ? this.hand.visible && this.#tipSpace !== undefined : this.ray.visible);
	}

	get #tipSpace(): Object3D | undefined {
		return this.hand.joints[TIP];
	}

	/** Moves what is drawn. Allocates nothing. */
	draw(): void {
		const isHand = this.#isHand && this.isTracked;
		this.#joints.visible = isHand;
		this.#controller.visible = !this.#isHand && this.isTracked;
		this.#line.visible = this.isTracked;
		if (!isHand) return;
		let i = 0;
		for (const name in this.hand.joints) {
			const joint = this.hand.joints[name as keyof XRHandSpace['joints']];
			if (joint === undefined || i >= JOINTS) continue;
			const radius = joint.visible ? (joint.jointRadius ?? 0.008) : 0;
			this.#matrix.copy(joint.matrixWorld);
			scaleMatrix(this.#matrix, radius);
			this.#joints.setMatrixAt(i++, this.#matrix);
		}
		this.#joints.count = i;
		this.#joints.instanceMatrix.needsUpdate = true;
	}

	/** The button that the index finger has just pushed. */
	findPoke(panel: Object3D, buttons: readonly PlacedButton[]): ButtonId | null {
		const tip = this.#tipSpace;
		if (!this.#isHand || !this.isTracked || tip === undefined) {
			this.#poke.reset();
			return null;
		}
		this.#tip.setFromMatrixPosition(tip.matrixWorld);
		panel.worldToLocal(this.#tip);
		return this.#poke.update(buttons, this.#tip.x, this.#tip.y, this.#tip.z);
	}

	/** The button that the ray points at. */
	findAim(panel: Object3D, buttons: readonly PlacedButton[]): ButtonId | null {
		if (!this.isTracked) return null;
		this.#inverse.copy(panel.matrixWorld).invert();
		this.#origin.setFromMatrixPosition(this.ray.matrixWorld).applyMatrix4(this.#inverse);
		this.#direction.set(0, 0, -1).transformDirection(this.ray.matrixWorld).transformDirection(this.#inverse);
		if (this.#origin.z <= 0 || this.#direction.z >= 0) return null;
		const distance = -this.#origin.z / this.#direction.z;
		const x = this.#origin.x + distance * this.#direction.x;
		const y = this.#origin.y + distance * this.#direction.y;
		if (Math.abs(x) > PANEL_WIDTH / 2 || Math.abs(y) > PANEL_HEIGHT / 2) return null;
		return findButton(buttons, x, y);
	}
}

/** Hands and controllers: draws them and finds the buttons that they push or point at. */
export class SessionInputs {
	readonly #pointers: readonly Pointer[];
	readonly #panel: Object3D;
	readonly #onPress: (id: ButtonId) => void;
	#buttons: readonly PlacedButton[] = [];
	#tracked: readonly string[] = [];
	/** A bit per pointer that is tracked. */
	#bits = -1;
	hovered: ButtonId | null = null;

	constructor(xr: WebXRManager, scene: Scene, panel: Object3D, onPress: (id: ButtonId) => void) {
		this.#panel = panel;
		this.#onPress = onPress;
		const select = (pointer: Pointer): void => {
			const id = pointer.findAim(this.#panel, this.#buttons);
			if (id !== null && this.#panel.visible) this.#onPress(id);
		};
		const forget = (): void => {
			this.#bits = -1;
		};
		this.#pointers = [0, 1].map((index) => new Pointer(xr, index, scene, select, forget));
	}

	/** What is tracked. The same array until something changes. */
	get tracked(): readonly string[] {
		return this.#tracked;
	}

	/** Takes a frame. Allocates nothing unless something changes. */
	update(buttons: readonly PlacedButton[]): void {
		this.#buttons = buttons;
		let bits = 0;
		let hovered: ButtonId | null = null;
		for (let i = 0; i < this.#pointers.length; i++) {
			const pointer = this.#pointers[i]!;
			if (pointer.isTracked) bits |= 1 << i;
			pointer.draw();
			if (!this.#panel.visible) continue;
			hovered ??= pointer.findAim(this.#panel, buttons);
			const pushed = pointer.findPoke(this.#panel, buttons);
			if (pushed !== null) this.#onPress(pushed);
		}
		this.hovered = hovered;
		if (bits === this.#bits) return;
		this.#bits = bits;
		this.#tracked = this.#pointers.flatMap(({ isTracked, label }) => (isTracked && label !== null ? [label] : []));
	}
}

// Keeps the place of a joint and replaces its size.
function scaleMatrix({ elements: e }: Matrix4, radius: number): void {
	const scale = radius / (Math.hypot(e[0], e[1], e[2]) || 1);
	for (let i = 0; i < 11; i++) e[i] = e[i]! * scale;
}

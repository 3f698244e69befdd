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
import { PokeDetector } from './panel-layout.ts';

const JOINTS = 25;
const COLOR = { left: 0x58b7ff, right: 0xffa95c } as const;
const TIP = 'index-finger-tip';

/** What a pointer reports. */
export interface PointerEvents {
	/** A pinch or a press of the trigger begins. Returns whether the pointer drags the slider until it ends. */
	readonly onPress: (pointer: Pointer) => boolean;
	/** A pinch or a press of the trigger is complete. */
	readonly onSelect: (pointer: Pointer) => void;
	/** The pointer was connected or disconnected. */
	readonly onChange: () => void;
}

/** What a person points with: a hand or a controller. */
export class Pointer {
	readonly ray: XRTargetRaySpace;
	readonly grip: Group;
	readonly hand: XRHandSpace;
	readonly #joints: InstancedMesh;
	readonly #controller: Mesh;
	readonly #line: Line;
	readonly poke: PokeDetector = new PokeDetector();
	readonly #matrix = new Matrix4();
	readonly #inverse = new Matrix4();
	readonly #origin = new Vector3();
	readonly #direction = new Vector3();
	/** What this pointer shows, such as `left hand`; `null` if nothing is connected. */
	label: string | null = null;
	#isHand = false;
	#isDragging = false;

	constructor(xr: WebXRManager, index: number, scene: Scene, { onPress, onSelect, onChange }: PointerEvents) {
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
			this.poke.reset();
			this.#isDragging = false;
			onChange();
		});
		this.ray.addEventListener('selectstart', () => {
			this.#isDragging = onPress(this);
		});
		this.ray.addEventListener('selectend', () => {
			this.#isDragging = false;
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

	/** Whether the ray drags the slider. */
	get isDragging(): boolean {
		return this.#isDragging;
	}

	/** Finds the place of the fingertip on the panel. Returns whether there is a finger. */
	findTip(panel: Object3D, out: Vector3): boolean {
		const tip = this.#tipSpace;
		if (!this.#isHand || !this.isTracked || tip === undefined) {
			this.poke.reset();
			return false;
		}
		panel.worldToLocal(out.setFromMatrixPosition(tip.matrixWorld));
		return true;
	}

	/** Finds the point of the panel's plane at which the ray points. Returns whether there is such a point. */
	findAim(panel: Object3D, out: Vector3): boolean {
		if (!this.isTracked) return false;
		this.#inverse.copy(panel.matrixWorld).invert();
		this.#origin.setFromMatrixPosition(this.ray.matrixWorld).applyMatrix4(this.#inverse);
		this.#direction.set(0, 0, -1).transformDirection(this.ray.matrixWorld).transformDirection(this.#inverse);
		if (this.#origin.z <= 0 || this.#direction.z >= 0) return false;
		out.copy(this.#origin).addScaledVector(this.#direction, -this.#origin.z / this.#direction.z);
		return true;
	}
}

// Keeps the place of a joint and replaces its size.
function scaleMatrix({ elements: e }: Matrix4, radius: number): void {
	const scale = radius / (Math.hypot(e[0], e[1], e[2]) || 1);
	for (let i = 0; i < 11; i++) e[i] = e[i]! * scale;
}

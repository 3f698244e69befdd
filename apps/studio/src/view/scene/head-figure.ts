import type { FrameSample } from '@handreel/core';
import {
	BufferAttribute,
	BufferGeometry,
	DoubleSide,
	Group,
	LineBasicMaterial,
	LineSegments,
	Mesh,
	MeshBasicMaterial,
} from 'three';

// About the display of a HoloLens 2: 43° × 29°.
const WIDTH = 0.4;
const HEIGHT = 0.26;
const NEAR = 0.04;
const FAR = 0.22;

/** The head as a view frustum. A peak marks the upper side. */
export class HeadFigure {
	readonly object: Group = new Group();
	readonly #lines: LineSegments<BufferGeometry, LineBasicMaterial>;
	readonly #glass: Mesh<BufferGeometry, MeshBasicMaterial>;

	constructor() {
		const corner = (z: number): number[][] =>
			[
				[-1, -1],
				[1, -1],
				[1, 1],
				[-1, 1],
			].map(([x, y]) => [(x! * WIDTH * z) / 0.5 / 2, (y! * HEIGHT * z) / 0.5 / 2, -z]);
		const near = corner(NEAR);
		const far = corner(FAR);
		const edges: number[][] = [];
		for (let i = 0; i < 4; i++) edges.push(near[i]!, near[(i + 1) % 4]!, far[i]!, far[(i + 1) % 4]!, near[i]!, far[i]!);
		const peak = [0, far[2]![1]! * 1.5, -FAR];
		edges.push(far[2]!, peak, peak, far[3]!);
		this.#lines = new LineSegments(toGeometry(edges), new LineBasicMaterial());
		const glass = toGeometry([far[0]!, far[1]!, far[2]!, far[0]!, far[2]!, far[3]!]);
		this.#glass = new Mesh(
			glass,
			new MeshBasicMaterial({ transparent: true, opacity: 0.12, side: DoubleSide, depthWrite: false }),
		);
		this.object.add(this.#lines, this.#glass);
	}

	draw(frame: FrameSample, color: number, opacity: number): void {
		this.object.visible = frame.headPresent;
		if (!frame.headPresent) return;
		this.object.position.fromArray(frame.head);
		this.object.quaternion.fromArray(frame.head, 3);
		this.#lines.material.color.set(color);
		this.#lines.material.opacity = opacity;
		this.#lines.material.transparent = opacity < 1;
		this.#glass.material.color.set(color);
	}
}

function toGeometry(points: readonly (readonly number[])[]): BufferGeometry {
	return new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(points.flat()), 3));
}

import type { FrameSample } from '@handreel/core';
import {
	BufferAttribute,
	BufferGeometry,
	Group,
	Line,
	LineBasicMaterial,
	Mesh,
	MeshBasicMaterial,
	type PerspectiveCamera,
	RingGeometry,
} from 'three';
import { findPointPose } from '../../state/scene-points.ts';
import { FIELD_OF_VIEW } from '../../state/view-state.ts';
import type { SceneTheme } from './theme.ts';

const MAX_POINTS = 3;
/** The radius of a ring as a share of the distance to the camera, so that it has the same size on the screen. */
const RADIUS = 0.014;

/** Rings around picked points, and a line between the first two. Drawn over everything else. */
export class PickedPoints {
	readonly object: Group = new Group();
	readonly #rings: readonly Mesh<RingGeometry, MeshBasicMaterial>[];
	readonly #line: Line<BufferGeometry, LineBasicMaterial>;
	readonly #ends = new BufferAttribute(new Float32Array(6), 3);

	constructor() {
		const ring = new RingGeometry(0.78, 1, 28);
		this.#rings = Array.from(
			{ length: MAX_POINTS },
			() => new Mesh(ring, new MeshBasicMaterial({ depthTest: false, transparent: true })),
		);
		const geometry = new BufferGeometry();
		geometry.setAttribute('position', this.#ends);
		this.#line = new Line(geometry, new LineBasicMaterial({ depthTest: false, transparent: true }));
		this.#line.frustumCulled = false;
		for (const part of [...this.#rings, this.#line]) {
			part.renderOrder = 3;
			this.object.add(part);
		}
	}

	draw(frame: FrameSample, points: readonly string[], theme: SceneTheme, camera: PerspectiveCamera): void {
		const poses = points.map((point) => findPointPose(frame, point));
		const scale = RADIUS * (camera.fov / FIELD_OF_VIEW);
		this.#rings.forEach((ring, i) => {
			const pose = poses[i] ?? null;
			ring.visible = pose !== null;
			if (pose === null) return;
			ring.position.fromArray(pose.poses, pose.offset);
			ring.quaternion.copy(camera.quaternion);
			ring.scale.setScalar(ring.position.distanceTo(camera.position) * scale);
			ring.material.color.set(theme.pinch);
			ring.material.opacity = i < 2 ? 1 : 0.55;
		});
		const [a, b] = poses;
		this.#line.visible = a != null && b != null;
		if (a == null || b == null) return;
		for (const [i, { poses: list, offset }] of [a, b].entries())
			this.#ends.setXYZ(i, list[offset]!, list[offset + 1]!, list[offset + 2]!);
		this.#ends.needsUpdate = true;
		this.#line.material.color.set(theme.pinch);
	}
}

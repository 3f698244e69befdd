import type { FrameSample } from '@handreel/core';
import { type PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { findPointPose } from '../../state/scene-points.ts';
import { FIELD_OF_VIEW, type ViewState } from '../../state/view-state.ts';

/** Degrees. Wider than the display of a HoloLens, so that hands at the edge are visible. */
const HEAD_FIELD_OF_VIEW = 75;

const target = new Vector3();
const offset = new Vector3();
const turn = new Quaternion();
const forward = new Vector3();

/** Places the camera for a view and a frame. Orbits if the frame has no head. */
export function placeCamera(camera: PerspectiveCamera, view: ViewState, frame: FrameSample): void {
	const mode = frame.headPresent ? view.camera : 'orbit';
	const [px = 0, py = 0, pz = 0, qx = 0, qy = 0, qz = 0, qw = 1] = frame.head;
	camera.fov = mode === 'head' ? HEAD_FIELD_OF_VIEW : FIELD_OF_VIEW;
	if (mode === 'head') {
		camera.position.set(px, py, pz);
		camera.quaternion.set(qx, qy, qz, qw);
	} else {
		let azimuth = (view.azimuth * Math.PI) / 180;
		if (mode === 'follow') {
			// Behind the head. The camera follows its heading, not its pitch.
			turn.set(qx, qy, qz, qw);
			forward.set(0, 0, -1).applyQuaternion(turn);
			azimuth += Math.atan2(-forward.x, -forward.z);
			target.set(px, py - 0.1, pz).addScaledVector(forward.setY(0).normalize(), 0.3);
		} else {
			const followed = view.follow === null ? null : findPointPose(frame, view.follow);
			if (followed === null) target.set(...view.target);
			else target.fromArray(followed.poses, followed.offset);
		}
		const elevation = (view.elevation * Math.PI) / 180;
		offset.set(Math.sin(azimuth) * Math.cos(elevation), Math.sin(elevation), Math.cos(azimuth) * Math.cos(elevation));
		camera.position.copy(target).addScaledVector(offset, view.distance);
		camera.up.set(0, 1, 0);
		camera.lookAt(target);
	}
	camera.updateProjectionMatrix();
	camera.updateMatrixWorld();
}

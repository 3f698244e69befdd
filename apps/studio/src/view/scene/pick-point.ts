import type { FrameSample } from '@handreel/core';
import { type PerspectiveCamera, Vector3 } from 'three';
import { findPointPose, listScenePoints } from '../../state/scene-points.ts';

/** Pixels around a point in which it is hit. */
const REACH = 14;
/** Pixels that a point may be farther away from the pointer than another, if it is in front of it. */
const TIE = 5;
/** Points in front of another by less are at the same depth. Meters. */
const SAME_DEPTH = 0.02;

const place = new Vector3();

/** A point of the picture. */
export interface PointOnScreen {
	readonly point: string;
	/** Pixels from the left and from the top. */
	readonly x: number;
	readonly y: number;
	/** Meters from the camera. */
	readonly depth: number;
}

/** The size of a picture in pixels. */
interface PictureSize {
	readonly width: number;
	readonly height: number;
}

/** Finds where a point of a frame is in the picture; `null` if it is behind the camera. */
export function projectPoint(
	frame: FrameSample,
	point: string,
	camera: PerspectiveCamera,
	{ width, height }: PictureSize,
): PointOnScreen | null {
	const found = findPointPose(frame, point);
	if (found === null) return null;
	place.fromArray(found.poses, found.offset);
	const depth = place.distanceTo(camera.position);
	place.project(camera);
	if (place.z > 1) return null;
	return { point, x: ((place.x + 1) / 2) * width, y: ((1 - place.y) / 2) * height, depth };
}

/** Finds the point of a frame at a place of the picture. The palm is left out: it is inside the hand. */
export function pickPoint(
	frame: FrameSample,
	camera: PerspectiveCamera,
	size: PictureSize,
	x: number,
	y: number,
	skipsHead: boolean,
): PointOnScreen | null {
	let best: (PointOnScreen & { readonly far: number }) | null = null;
	for (const point of listScenePoints(frame)) {
		if (point.endsWith('.palm') || (skipsHead && point === 'head')) continue;
		const seen = projectPoint(frame, point, camera, size);
		if (seen === null) continue;
		const far = Math.hypot(seen.x - x, seen.y - y);
		if (far > REACH) continue;
		const isBetter =
			best === null ||
			(far < best.far - TIE && seen.depth < best.depth + SAME_DEPTH) ||
			(far < best.far && Math.abs(seen.depth - best.depth) < SAME_DEPTH) ||
			(far < best.far + TIE && seen.depth < best.depth - SAME_DEPTH);
		if (isBetter) best = { ...seen, far };
	}
	return best;
}

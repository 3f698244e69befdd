import { writePoseMatrix } from '@handreel/core';
import { composePoses, invertPose } from '@handreel/core/internal';
import type { Point, SceneCamera } from '../probe/types.ts';
import type { Person, PersonSide } from './person.ts';

/** Meters and parts of 1: smaller differences are rounding. */
const TOLERANCE = 1e-3;

type Matrix = ArrayLike<number>;

/**
 * Where the page has put the space of the person into its scene: a rig that carries the camera, or a reference space that
 * the page has moved, as teleporting does.
 */
export class Rig {
	/** From the space of the person to the scene; `null` if they are the same. */
	readonly #matrix: Matrix | null;

	/** `view` is the pose of the person that the page's camera shows. */
	constructor(camera: SceneCamera | null, view: ArrayLike<number>) {
		const matrix = camera?.world
			? multiply(camera.world, writePoseMatrix(invertPose(view), new Float64Array(16)))
			: null;
		const isMoved = matrix?.some((value, i) => Math.abs(value - (i % 5 === 0 ? 1 : 0)) > TOLERANCE);
		this.#matrix = isMoved ? matrix : null;
	}

	/** Takes a point of the person's space to the scene. */
	toScene(point: Point): Point {
		return this.#matrix === null ? point : transform(this.#matrix, point, 1);
	}

	/** Takes a matrix of the person's space to the scene. */
	toSceneMatrix(matrix: ArrayLike<number>): ArrayLike<number> {
		return this.#matrix === null ? matrix : multiply(this.#matrix, matrix);
	}

	/** Takes a point of the scene to the person's space. */
	toPerson(point: Point): Point {
		const m = this.#matrix;
		if (m === null) return point;
		// By Cramer's rule: rigs may be scaled.
		const moved = point.map((value, i) => value - m[12 + i]!);
		const columns = [0, 4, 8].map((at) => [m[at]!, m[at + 1]!, m[at + 2]!]);
		const whole = determinant(columns);
		return [0, 1, 2].map((i) => determinant(columns.with(i, moved)) / whole) as unknown as Point;
	}

	/** Takes a person to the scene. */
	placePerson({ head, eye, look, sides }: Person): Person {
		const place = (point: Point): Point => this.toScene(point);
		const turn = (direction: Point): Point => this.#turn(direction);
		const placeSide = (side: PersonSide | null): PersonSide | null =>
			side && {
				isHolding: side.isHolding,
				holdPoints: side.holdPoints.map(place),
				fingers: side.fingers.map((finger) => finger.map(place)),
				ray: side.ray && { origin: place(side.ray.origin), direction: turn(side.ray.direction) },
			};
		return {
			head: place(head),
			eye: place(eye),
			look: turn(look),
			sides: { left: placeSide(sides.left), right: placeSide(sides.right) },
		};
	}

	#turn(direction: Point): Point {
		if (this.#matrix === null) return direction;
		const turned = transform(this.#matrix, direction, 0);
		const length = Math.hypot(...turned);
		return turned.map((value) => value / length) as unknown as Point;
	}
}

/** The scene and the person have the same space. */
export const NO_RIG: Rig = new Rig(null, []);

/** Returns the pose that a page's camera has: the head, or the first eye. */
export function findViewPose(head: ArrayLike<number>, eyeX: number, isEye: boolean): number[] {
	return isEye ? composePoses(head, [eyeX, 0, 0, 0, 0, 0, 1], [] as number[]) : Array.from(head);
}

function multiply(a: Matrix, b: Matrix): number[] {
	return Array.from({ length: 16 }, (_, i) =>
		[0, 1, 2, 3].reduce((sum, k) => sum + a[k * 4 + (i % 4)]! * b[i - (i % 4) + k]!, 0),
	);
}

function transform(m: Matrix, [x, y, z]: Point, w: 0 | 1): Point {
	return [0, 1, 2].map((row) => m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]! * w) as unknown as Point;
}

function determinant([a, b, c]: readonly (readonly number[])[]): number {
	const [ax = 0, ay = 0, az = 0] = a ?? [];
	const [bx = 0, by = 0, bz = 0] = b ?? [];
	const [cx = 0, cy = 0, cz = 0] = c ?? [];
	return ax * (by * cz - bz * cy) - bx * (ay * cz - az * cy) + cx * (ay * bz - az * by);
}

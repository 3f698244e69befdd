import type { Bounds, Point } from '../probe/types.ts';
import type { Rig } from '../scene/rig.ts';
import { XRObject } from '../scene/xr-object.ts';

/** Where a hand goes: an object of the scene (the middle of its bounds), or a point in the space of the scene with WebXR's axes. */
export type LiveTarget = XRObject | ArrayLike<number>;

/** How much of the height of a target a poke follows: it comes from the shoulder, as in `poke` of the performer. */
const POKE_RISE = 0.3;

/** Returns the point of the scene that a target means. */
export async function findPoint(target: LiveTarget): Promise<Point> {
	return target instanceof XRObject ? target.center() : (target as unknown as Point);
}

/** Returns the arguments of a verb with targets replaced by points in the person's space. */
export async function resolveArguments(verb: PropertyKey, args: readonly unknown[], rig: Rig): Promise<unknown[]> {
	return Promise.all(args.map((arg) => resolveArgument(verb, arg, rig)));
}

async function resolveArgument(verb: PropertyKey, arg: unknown, rig: Rig): Promise<unknown> {
	if (arg instanceof XRObject) {
		return rig.toPerson(verb === 'poke' ? findFace(await arg.bounds(), (await arg.person()).head) : await arg.center());
	}
	if (!hasObject(arg)) return placePoints(arg, rig);
	const entries = Object.entries(arg as object).map(
		async ([name, value]) => [name, await resolveArgument(name, value, rig)] as const,
	);
	return Object.fromEntries(await Promise.all(entries));
}

/** Whether an argument is an object of the scene, or has one among its options. */
export function hasObject(arg: unknown): boolean {
	if (arg instanceof XRObject) return true;
	return isOptions(arg) && Object.values(arg).some((value) => value instanceof XRObject);
}

/** Returns an argument with points of the scene replaced by points in the person's space. */
export function placePoints(arg: unknown, rig: Rig): unknown {
	if (isPoint(arg)) return rig.toPerson(arg);
	if (!isOptions(arg)) return arg;
	const place = (value: unknown): unknown => (isPoint(value) ? rig.toPerson(value) : value);
	return Object.fromEntries(Object.entries(arg).map(([name, value]) => [name, place(value)]));
}

function isPoint(value: unknown): value is Point {
	return (
		typeof value === 'object' &&
		value !== null &&
		'length' in value &&
		value.length === 3 &&
		Array.from(value as ArrayLike<unknown>).every(Number.isFinite)
	);
}

function isOptions(arg: unknown): arg is Readonly<Record<string, unknown>> {
	return typeof arg === 'object' && arg !== null && Object.getPrototypeOf(arg) === Object.prototype;
}

// Where a poke that comes from the person meets a box, on the way to its middle.
function findFace({ min, max }: Bounds, head: Point): Point {
	const center = [0, 1, 2].map((i) => (min[i]! + max[i]!) / 2);
	const [dx = 0, dy = 0, dz = 0] = center.map((value, i) => value - head[i]!);
	const length = Math.hypot(dx, dz) || 1;
	const along = [dx / length, dy * POKE_RISE, dz / length];
	const ways = along.map((value, i) => (max[i]! - min[i]!) / 2 / Math.max(1e-9, Math.abs(value)));
	const way = Math.min(...ways);
	return center.map((value, i) => value - along[i]! * way) as unknown as Point;
}

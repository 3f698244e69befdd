type Axis = 'x' | 'y' | 'z';

interface SpaceDescription {
	/** What x, y and z of the space are in the axes of a file: x right, y up, z forward. */
	readonly axes: readonly [x: Axis | `-${Axis}`, y: Axis | `-${Axis}`, z: Axis | `-${Axis}`];
	/** Who uses the space. */
	readonly users: string;
}

// One line per space. Everything else about a space is computed.
const DESCRIPTIONS = {
	unity: { axes: ['x', 'y', 'z'], users: 'files, and all functions unless you choose another space' },
	webxr: { axes: ['x', 'y', '-z'], users: 'WebXR, three.js, Babylon.js in right-handed mode, glTF' },
	ros: { axes: ['z', '-x', 'y'], users: 'ROS (REP 103) and most of robotics' },
	blender: { axes: ['-x', '-z', 'y'], users: 'Blender: characters that face its front view' },
} as const;

/** The name of a coordinate space. */
export type SpaceName = keyof typeof DESCRIPTIONS;

/** The space of files, and of samples without the option `space`. */
export const DEFAULT_SPACE: SpaceName = 'unity';

/** A coordinate space: how the values of a file become the values of the space. */
export interface Space {
	/** Which component of a file's vector or rotation becomes each component: 0 to 2 for x, y, z. 3, for w, stays 3. */
	readonly axes: readonly [x: number, y: number, z: number, w: 3];
	/** The factors, 1 or −1, of x, y, z of positions and directions. */
	readonly vector: readonly [x: number, y: number, z: number];
	/** The factors of x, y, z, w of rotations. */
	readonly rotation: readonly [x: number, y: number, z: number, w: 1];
	/** In words, such as `left-handed, y up, z forward`. */
	readonly text: string;
	/** Who uses the space. */
	readonly users: string;
}

const NAMES = 'xyz';

/** The coordinate spaces by name. */
export const SPACES: Readonly<Record<SpaceName, Space>> = /* @__PURE__ */ createSpaces();

const scratch: Float64Array = /* @__PURE__ */ new Float64Array(4);

/** Throws `TypeError` for a name that is not a space. */
export function checkSpaceName(space: SpaceName): void {
	if (!Object.hasOwn(SPACES, space)) {
		throw new TypeError(`space: '${space}' is not one of ${Object.keys(SPACES).join(', ')}`);
	}
}

/** Returns the axis of a space that points forward or up, such as `+x`. */
export function getSpaceAxis(space: SpaceName, direction: 'forward' | 'up'): string {
	return nameAxis(SPACES[space], direction === 'up' ? 1 : 2);
}

/**
 * Writes a vector of three values, or a rotation of four, in another space, and returns `out`, which may be `values`.
 *
 * @example
 * const point = convertSpace([0, 1.2, 0.4], 3, 'unity', 'ros', [0, 0, 0]); // [0.4, 0, 1.2]
 */
export function convertSpace<T extends { [index: number]: number }>(
	values: ArrayLike<number>,
	size: 3 | 4,
	from: SpaceName,
	to: SpaceName,
	out: T,
	offset = 0,
	outOffset = 0,
): T {
	const kind = size === 3 ? 'vector' : 'rotation';
	const source = SPACES[from];
	const target = SPACES[to];
	for (let i = 0; i < size; i++) scratch[source.axes[i]!] = source[kind][i]! * values[offset + i]!;
	for (let i = 0; i < size; i++) out[outOffset + i] = target[kind][i]! * scratch[target.axes[i]!]!;
	return out;
}

function createSpaces(): Record<SpaceName, Space> {
	const spaces = Object.entries(DESCRIPTIONS).map(([name, space]) => [name, createSpace(space)]);
	return Object.fromEntries(spaces) as Record<SpaceName, Space>;
}

function createSpace({ axes: given, users }: SpaceDescription): Space {
	const [x, y, z] = given.map((axis) => NAMES.indexOf(axis.at(-1)!)) as [number, number, number];
	const vector = given.map((axis) => (axis.length === 1 ? 1 : -1)) as [number, number, number];
	// A basis that turns right hands into left hands turns rotations the other way around.
	const handedness = vector[0] * vector[1] * vector[2] * ((y - x) * (z - x) * (z - y) > 0 ? 1 : -1);
	const rotation = vector.map((sign) => sign * handedness) as [number, number, number];
	const space = { axes: [x, y, z, 3], vector, rotation: [...rotation, 1], users } as const;
	const hand = handedness === 1 ? 'left' : 'right';
	const text = `${hand}-handed, ${nameAxis(space, 1)} up, ${nameAxis(space, 2)} forward`;
	return { ...space, text: text.replaceAll('+', '') };
}

// Returns the axis of a space that is an axis of a file.
function nameAxis({ axes, vector }: Pick<Space, 'axes' | 'vector'>, fileAxis: number): string {
	const index = axes.indexOf(fileAxis);
	return `${vector[index] === 1 ? '+' : '−'}${NAMES[index]}`;
}

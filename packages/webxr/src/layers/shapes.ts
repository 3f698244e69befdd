import { createTransform, XRRigidTransform, XRSpace } from '../xr/module-kit.ts';
import { type Converter, type Members, toFloat, toInstance } from './members.ts';

const TURN = 2 * Math.PI;
const QUARTER = Math.PI / 2;

/** Numbers of a shape by name, such as `radius`. */
export type Measures = Readonly<Record<string, number>>;

/** A kind of layer that is placed in space. */
export interface Shape {
	/** Its number in the shader. */
	readonly code: number;
	/** The attributes of the interface, with what dictionaries leave out. */
	readonly members: Members;
	/** Returns what is wrong with the numbers of a dictionary; `null` for nothing. */
	check(measures: Measures): string | null;
	/** Returns the four numbers that the shader needs. */
	measure(measures: Measures): readonly number[];
}

/** The names of {@link SHAPES}. */
export type ShapeName = 'quad' | 'cylinder' | 'equirect' | 'cube';

const transform = { convert: toInstance(() => XRRigidTransform, true), initial: null };
const float = (initial: number, convert: Converter = toFloat()): { convert: Converter; initial: number } => ({
	convert,
	initial,
});
const refuse = (isWrong: boolean, problem: string): string | null => (isWrong ? problem : null);

/** The layers that are placed in space. */
export const SHAPES: Readonly<Record<ShapeName, Shape>> = {
	// Browsers and libraries take width and height as the distances from the center to the edges.
	quad: {
		code: 1,
		members: { transform, width: float(1), height: float(1) },
		check: ({ width = 0, height = 0 }) => refuse(!(width > 0 && height > 0), 'width, height: not above 0'),
		measure: ({ width = 1, height = 1 }) => [width, height, 0, 0],
	},
	cylinder: {
		code: 2,
		members: { transform, radius: float(2), centralAngle: float(0.78539), aspectRatio: float(2) },
		check: ({ radius = 0, centralAngle = 0, aspectRatio = 0 }) =>
			refuse(!(radius >= 0), 'radius: below 0') ??
			refuse(!(centralAngle >= 0 && centralAngle <= TURN), 'centralAngle: not between 0 and 2π') ??
			refuse(!(aspectRatio > 0), 'aspectRatio: not above 0'),
		measure: ({ radius = 2, centralAngle = 0, aspectRatio = 2 }) => [
			radius,
			centralAngle,
			(radius * centralAngle) / aspectRatio,
			0,
		],
	},
	equirect: {
		code: 3,
		members: {
			transform,
			radius: float(0, toFloat(0)),
			centralHorizontalAngle: float(6.28318, toFloat(0, TURN)),
			upperVerticalAngle: float(1.570795, toFloat(-QUARTER, QUARTER)),
			lowerVerticalAngle: float(-1.570795, toFloat(-QUARTER, QUARTER)),
		},
		check: () => null,
		measure: ({ radius = 0, centralHorizontalAngle = 0, upperVerticalAngle = 0, lowerVerticalAngle = 0 }) => [
			radius,
			centralHorizontalAngle,
			upperVerticalAngle,
			lowerVerticalAngle,
		],
	},
	cube: {
		code: 4,
		members: { orientation: { convert: toInstance(() => DOMPointReadOnly, true), initial: null } },
		check: () => null,
		measure: () => [0, 0, 0, 0],
	},
};

/** Returns the converters of the attributes that pages can change. */
export function listSettable({ members }: Shape): Readonly<Record<string, Converter>> {
	const entries = Object.entries(members).map(([name, { convert }]) => [name, convert] as const);
	return {
		...Object.fromEntries(entries),
		space: toInstance(() => XRSpace, false),
		...('transform' in members
			? { transform: toInstance(() => XRRigidTransform, false) }
			: { orientation: toInstance(() => DOMPointReadOnly, false) }),
	};
}

/** Replaces what a dictionary leaves out by no offset. */
export function completePlace(values: Record<string, unknown>): Record<string, unknown> {
	if ('transform' in values) return { ...values, transform: values['transform'] ?? createTransform() };
	return { ...values, orientation: values['orientation'] ?? new DOMPointReadOnly(0, 0, 0, 1) };
}

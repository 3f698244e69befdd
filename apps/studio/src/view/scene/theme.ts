/** Colors of the 3D view. */
export interface SceneTheme {
	readonly background: number;
	readonly fog: number;
	readonly grid: number;
	readonly gridStrong: number;
	readonly left: number;
	readonly right: number;
	readonly lost: number;
	readonly head: number;
	readonly gaze: number;
	readonly pinch: number;
	readonly ghost: number;
	readonly skin: number;
	/** Rotations: x, y and z. */
	readonly axes: readonly [number, number, number];
}

/** For the dark color scheme. */
export const DARK_THEME: SceneTheme = {
	background: 0x14171c,
	fog: 0x14171c,
	grid: 0x252b34,
	gridStrong: 0x39424f,
	left: 0x4cb2ff,
	right: 0xffa64c,
	lost: 0x7d8794,
	head: 0xc3ccd8,
	gaze: 0x6ee7a8,
	pinch: 0xffffff,
	ghost: 0xd58cff,
	skin: 0xc9ad98,
	axes: [0xff6b6b, 0x7be08a, 0x6aa8ff],
};

/** For the light color scheme. */
export const LIGHT_THEME: SceneTheme = {
	background: 0xf3f5f8,
	fog: 0xf3f5f8,
	grid: 0xdde2e9,
	gridStrong: 0xbcc5d1,
	left: 0x0b72d0,
	right: 0xd86a00,
	lost: 0x8d97a4,
	head: 0x4a5563,
	gaze: 0x0c8f55,
	pinch: 0x10141a,
	ghost: 0x8a2fd0,
	skin: 0xd0ab92,
	axes: [0xd02f2f, 0x1f8a3a, 0x2257d0],
};

/** A quaternion: x, y, z, w. */
export type Quat = [number, number, number, number];
/** A vector: x, y, z. */
export type Vec3 = [number, number, number];

/** The direction in which a joint's bone and a head point. */
export const FORWARD: Readonly<Vec3> = [0, 0, 1];
/** The right side of a head and of a palm. */
export const RIGHT: Readonly<Vec3> = [1, 0, 0];

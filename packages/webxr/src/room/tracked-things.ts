import type { MeshState, PlaneOrientation, PlaneState, Room, RoomItem, RoomMesh, RoomPlane } from '@handreel/core';
import { findRoomState, reflectRoom } from '@handreel/core/internal';
import type { Device } from '../device/device.ts';
import type { Pose } from '../device/pose.ts';
import { defineInterface, INTERNAL, type Interface, type SessionState, XRSpace } from '../xr/module-kit.ts';
import type { Surface } from './cast-ray.ts';
import { createDefaultRoom } from './default-room.ts';
import { createEmpty, defineSetLike, type SetLike, type SetLikeClass } from './set-like.ts';

/** `XRPlane`. */
export interface XRPlane {
	readonly planeSpace: XRSpace;
	readonly polygon: readonly DOMPointReadOnly[];
	readonly orientation: PlaneOrientation | null;
	readonly lastChangedTime: number;
	readonly semanticLabel: string | null;
}

export const XRPlane: Interface<XRPlane> = defineInterface([
	'planeSpace',
	'polygon',
	'orientation',
	'lastChangedTime',
	'semanticLabel',
]);

/** `XRMesh`. */
export interface XRMesh {
	readonly meshSpace: XRSpace;
	readonly vertices: Float32Array;
	readonly indices: Uint32Array;
	readonly lastChangedTime: number;
	readonly semanticLabel: string | null;
}

export const XRMesh: Interface<XRMesh> = defineInterface([
	'meshSpace',
	'vertices',
	'indices',
	'lastChangedTime',
	'semanticLabel',
]);

export const XRPlaneSet: SetLikeClass<XRPlane> = defineSetLike();
export const XRMeshSet: SetLikeClass<XRMesh> = defineSetLike();

const converted: WeakMap<Room, Room> = new WeakMap();
const defaults: WeakMap<Device, Room> = new WeakMap();

/** The room of a device in WebXR's space; `null` if there is none. A recording without a room has a default room. */
export function findRoom(device: Device): Room | null {
	if (device.room === null) return null;
	const given = device.room ?? defaults.get(device) ?? createDefaultRoom(device.floor?.[1] ?? 0);
	if (device.room === undefined) defaults.set(device, given);
	const known = converted.get(given) ?? reflectRoom(given, 'z');
	converted.set(given, known);
	return known;
}

/** A thing that a session has seen. It keeps its object for the page while it is there. */
interface Tracked<T> {
	state: PlaneState | MeshState | null;
	readonly object: T;
	readonly values: { lastChangedTime: number; semanticLabel: string | null };
}

/** The things of a kind in a session. */
export class TrackedThings<T, I extends RoomItem<PlaneState> | RoomItem<MeshState>> {
	set: SetLike<T>;
	readonly #things: Map<string, Tracked<T>> = new Map();
	readonly #create: (item: I, state: () => Pose | null) => { object: T; values: Tracked<T>['values'] };
	readonly #change: (values: Tracked<T>['values'], item: I, state: PlaneState | MeshState) => void;
	readonly #SetClass: SetLikeClass<T>;

	constructor(
		SetClass: SetLikeClass<T>,
		create: (item: I, state: () => Pose | null) => { object: T; values: Tracked<T>['values'] },
		change: (values: Tracked<T>['values'], item: I, state: PlaneState | MeshState) => void,
	) {
		this.#SetClass = SetClass;
		this.#create = create;
		this.#change = change;
		this.set = createEmpty(SetClass);
	}

	/** Takes over what is there at a time. `now` is the page's clock. */
	update(items: readonly I[], time: number, now: number): void {
		const before = [...this.set];
		const seen = new Map<string, Tracked<T>>();
		for (const item of items) {
			const state = findRoomState(item as RoomItem<PlaneState | MeshState>, time);
			if (state === null) continue;
			const known = this.#things.get(item.name) ?? this.#track(item);
			seen.set(item.name, known);
			if (known.state === state) continue;
			known.state = state;
			known.values.lastChangedTime = now;
			this.#change(known.values, item, state);
		}
		for (const [name, thing] of this.#things) if (!seen.has(name)) thing.state = null;
		this.#things.clear();
		for (const [name, thing] of seen) this.#things.set(name, thing);
		const objects = Array.from(seen.values(), ({ object }) => object);
		if (objects.length !== before.length || objects.some((object, i) => object !== before[i]))
			this.set = new this.#SetClass(INTERNAL, objects);
	}

	#track(item: I): Tracked<T> {
		const thing: { -readonly [K in keyof Tracked<T>]: Tracked<T>[K] | null } = {
			state: null,
			object: null,
			values: null,
		};
		Object.assign(
			thing,
			this.#create(item, () => thing.state?.pose ?? null),
		);
		return thing as Tracked<T>;
	}
}

/** The planes of a session. */
export function createPlanes(session: SessionState): TrackedThings<XRPlane, RoomPlane> {
	return new TrackedThings<XRPlane, RoomPlane>(
		XRPlaneSet,
		({ orientation, label }, locate) => {
			const planeSpace = new XRSpace(INTERNAL, session, { locate });
			const values = { planeSpace, polygon: [], orientation, lastChangedTime: 0, semanticLabel: label || null };
			return { object: new XRPlane(INTERNAL, values), values };
		},
		(values, { orientation, label }, state) => {
			const { polygon } = state as PlaneState;
			const corners = Array.from(
				{ length: polygon.length / 2 },
				(_, i) => new DOMPointReadOnly(polygon[2 * i], 0, polygon[2 * i + 1], 1),
			);
			Object.assign(values, { polygon: Object.freeze(corners), orientation, semanticLabel: label || null });
		},
	);
}

/** The meshes of a session. */
export function createMeshes(session: SessionState): TrackedThings<XRMesh, RoomMesh> {
	return new TrackedThings<XRMesh, RoomMesh>(
		XRMeshSet,
		({ label, states }, locate) => {
			const meshSpace = new XRSpace(INTERNAL, session, { locate });
			const { vertices, indices } = states[0]!;
			const values = { meshSpace, vertices, indices, lastChangedTime: 0, semanticLabel: label || null };
			return { object: new XRMesh(INTERNAL, values), values };
		},
		(values, { label }, state) => {
			const { vertices, indices } = state as MeshState;
			Object.assign(values, { vertices, indices, semanticLabel: label || null });
		},
	);
}

/** Lists the surfaces that rays can meet at a time. */
export function listSurfaces(room: Room, time: number): Surface[] {
	const planes = room.planes.flatMap((plane): Surface[] => {
		const state = findRoomState(plane, time);
		return state === null ? [] : [{ kind: 'plane', pose: state.pose, polygon: state.polygon, vertices: [] }];
	});
	const meshes = room.meshes.flatMap((mesh): Surface[] => {
		const state = findRoomState(mesh, time);
		return state === null ? [] : [{ kind: 'mesh', ...state }];
	});
	return [...planes, ...meshes];
}

import type { LightState, Room } from '@handreel/core';
import { NO_ROOM, reflectRoom } from '@handreel/core/internal';
import { createRoom } from '@handreel/core/record';
import type { DeviceAnchor, HitSurface } from '../device/device.ts';
import type { Pose } from '../device/pose.ts';
import {
	type FakeXRAnchorCreationParameters,
	type FakeXRLightEstimateInit,
	type FakeXRRigidTransformInit,
	type FakeXRWorldInit,
	readTransform,
} from './fake-init.ts';

/** Decides whether an anchor can be created. */
export type FakeXRAnchorCreationCallback = (
	parameters: FakeXRAnchorCreationParameters,
	controller: FakeXRAnchorController,
) => Promise<boolean>;

/** Returns the planes of a world as a room, and all its triangles. */
export function readWorld({ hitTestRegions }: FakeXRWorldInit): { room: Room; hitSurfaces: HitSurface[] } {
	const planes = hitTestRegions.flatMap(({ planeInfo }) => {
		if (planeInfo === undefined) return [];
		const { origin, polygon, orientation = null, semanticLabel = '' } = planeInfo;
		const pose = Array.from(readTransform(origin));
		const corners = polygon.flatMap(({ x = 0, z = 0 }) => [x, z]);
		return [{ label: semanticLabel, orientation, states: [{ time: 0, pose, polygon: corners }] }];
	});
	return {
		room: reflectRoom(createRoom({ planes }), 'z'),
		hitSurfaces: hitTestRegions.map(({ type, faces }) => ({
			kind: type,
			vertices: faces.flatMap(({ vertices }) => vertices.flatMap(({ x = 0, y = 0, z = 0 }) => [x, y, z])),
		})),
	};
}

/** Returns a room with other light. */
export function lightRoom(room: Room | null | undefined, init: FakeXRLightEstimateInit): Room {
	const { primaryLightDirection: direction = { y: 1 }, primaryLightIntensity: intensity = {} } = init;
	const list = ({ x = 0, y = 0, z = 0 }: DOMPointInit): number[] => [x, y, z];
	const state: LightState = {
		time: 0,
		direction: list(direction),
		intensity: list(intensity),
		coefficients: [...init.sphericalHarmonicsCoefficients],
	};
	const { light } = reflectRoom(createRoom({ light: [state] }), 'z');
	return { ...(room ?? NO_ROOM), light };
}

/** Moves an anchor, or loses it. */
export class FakeXRAnchorController {
	/** What the runtime sees. */
	readonly place: DeviceAnchor;
	#pose: Pose;
	#isTracking = true;
	#isGone = false;

	/** Called when a page creates an anchor. */
	constructor(pose: Pose) {
		this.#pose = pose;
		const read = (): DeviceAnchor => ({ pose: this.#isTracking ? this.#pose : null, isGone: this.#isGone });
		this.place = {
			get pose() {
				return read().pose;
			},
			get isGone() {
				return read().isGone;
			},
		};
	}

	pauseTracking(): void {
		this.#isTracking = false;
	}

	resumeTracking(): void {
		this.#isTracking = true;
	}

	stopTracking(): void {
		this.#isGone = true;
	}

	setAnchorOrigin(anchorOrigin: FakeXRRigidTransformInit): void {
		this.#pose = readTransform(anchorOrigin);
	}
}

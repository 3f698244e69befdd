import type { RoomMesh, RoomPlane } from '@handreel/core';
import { findLastState } from '@handreel/core/internal';
import { type Pose, placePose } from '../device/pose.ts';
import {
	checkFrame,
	checkState,
	checkSupport,
	getSessionState,
	getTransformPose,
	type SessionState,
	type XRFrame,
	type XRRigidTransform,
	type XRSession,
	type XRSpace,
} from '../xr/module-kit.ts';
import type { SessionPart } from '../xr/xr-module.ts';
import { createAnchor, SessionAnchors, type XRAnchor } from './anchors.ts';
import { placeSurfaces, type Surface } from './cast-ray.ts';
import {
	listResults,
	listTransientResults,
	locate,
	type XRHitTestResult,
	type XRTransientInputHitTestResult,
} from './hit-test.ts';
import { readEstimate, type XRLightEstimate } from './light.ts';
import type { SetLike } from './set-like.ts';
import {
	createMeshes,
	createPlanes,
	findRoom,
	listSurfaces,
	type TrackedThings,
	type XRMesh,
	type XRPlane,
} from './tracked-things.ts';

const rooms: WeakMap<SessionState, SessionRoom> = new WeakMap();

/** Returns the room of a session. Throws `TypeError` for other objects. */
export function getSessionRoom(session: XRSession): SessionRoom {
	return rooms.get(getSessionState(session))!;
}

/** Returns the room of a frame's session. Throws `InvalidStateError` unless the frame is active. */
export function getFrameRoom(frame: XRFrame): SessionRoom {
	checkFrame(frame);
	return getSessionRoom(frame.session);
}

/** What a session knows of the room. */
export class SessionRoom implements SessionPart {
	readonly session: SessionState;
	readonly anchors: SessionAnchors;
	readonly #planes: TrackedThings<XRPlane, RoomPlane>;
	readonly #meshes: TrackedThings<XRMesh, RoomMesh>;
	#hasCaptured = false;
	#frame: XRFrame | null = null;
	#surfaces: readonly Surface[] | null = null;

	constructor(session: SessionState) {
		this.session = session;
		this.anchors = new SessionAnchors(session);
		this.#planes = createPlanes(session);
		this.#meshes = createMeshes(session);
		rooms.set(session, this);
	}

	get planes(): SetLike<XRPlane> {
		return this.#planes.set;
	}

	get meshes(): SetLike<XRMesh> {
		return this.#meshes.set;
	}

	openFrame(frame: XRFrame): void {
		const { features, device } = this.session;
		const now = frame.predictedDisplayTime;
		const time = device.roomTime ?? 0;
		this.#frame = frame;
		this.#surfaces = null;
		if (features.has('plane-detection')) this.#planes.update(findRoom(device)?.planes ?? [], time, now);
		if (features.has('mesh-detection')) this.#meshes.update(findRoom(device)?.meshes ?? [], time, now);
		this.anchors.update();
	}

	listResults(frame: XRFrame, source: unknown): XRHitTestResult[] {
		return listResults(frame, this.session, source, this.#findSurfaces());
	}

	listTransientResults(frame: XRFrame, source: unknown): XRTransientInputHitTestResult[] {
		return listTransientResults(frame, this.session, source, this.#findSurfaces());
	}

	readEstimate(probe: unknown): XRLightEstimate | null {
		const { device } = this.session;
		return readEstimate(this.session, probe, findLastState(findRoom(device)?.light ?? [], device.roomTime ?? 0));
	}

	/** Creates an anchor at a pose in a space. */
	async createAnchor(frame: XRFrame, transform: XRRigidTransform, space: XRSpace): Promise<XRAnchor> {
		const pose = getTransformPose(transform);
		const base = locate(space);
		// Browsers run promises between callbacks, while the frame is active. A script can only do that afterwards.
		if (frame !== this.#frame || this.session.isEnded) checkFrame(frame);
		checkState(base !== null, 'the place of the space is not known');
		return createAnchor(this.session, placePose(base as Pose, pose));
	}

	/** Pretends to ask the person to look around. */
	captureRoom(): void {
		const { features, isEnded } = this.session;
		checkSupport(
			features.has('plane-detection') || features.has('mesh-detection'),
			"neither 'plane-detection' nor 'mesh-detection' was granted",
		);
		checkState(!isEnded, 'the session has ended');
		checkState(!this.#hasCaptured, 'the session has captured the room');
		this.#hasCaptured = true;
	}

	// The surfaces that rays can meet in this frame.
	#findSurfaces(): readonly Surface[] {
		const { device } = this.session;
		const room = findRoom(device);
		this.#surfaces ??= [
			...(room === null ? [] : listSurfaces(room, device.roomTime ?? 0)),
			...placeSurfaces(device.hitSurfaces ?? []),
		];
		return this.#surfaces;
	}
}

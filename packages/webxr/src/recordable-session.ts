// What recording needs of a WebXR session. A browser's own `XRSession` fits, and so does one of the replay runtime.

/** Four numbers as WebXR gives them. */
export interface RecordablePoint {
	readonly x: number;
	readonly y: number;
	readonly z: number;
	readonly w: number;
}

/** A pose. */
export interface RecordablePose {
	readonly transform: { readonly position: RecordablePoint; readonly orientation: RecordablePoint };
}

/** An input source. */
export interface RecordableInput {
	readonly handedness: string;
	readonly targetRayMode: string;
	readonly targetRaySpace: EventTarget;
	readonly hand?: { get(name: never): EventTarget | undefined } | null | undefined;
}

/** A frame. */
export interface RecordableFrame {
	getViewerPose(space: never): RecordablePose | null | undefined;
	getPose(space: never, base: never): RecordablePose | null | undefined;
	getJointPose?(space: never, base: never): RecordablePose | null | undefined;
}

/** A session that can be recorded. */
export interface RecordableSession extends EventTarget {
	readonly inputSources: Iterable<RecordableInput>;
	requestAnimationFrame(callback: (time: number, frame: never) => void): number;
	cancelAnimationFrame(handle: number): void;
}

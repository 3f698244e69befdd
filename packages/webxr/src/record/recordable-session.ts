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
	// biome-ignore lint/suspicious/noExplicitAny: whatever frames a session has; callbacks of callbacks are compared strictly
	requestAnimationFrame(callback: (time: number, frame: any) => void): number;
	cancelAnimationFrame(handle: number): void;
}

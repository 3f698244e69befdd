// The members of a WebXR session that recording uses. The browser's `XRSession` has them, and so does the replay runtime's.

/** A position or an orientation. */
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

/** The pose of a joint. */
export interface RecordableJointPose extends RecordablePose {
	readonly radius?: number | undefined;
}

/** Buttons and axes. */
export interface RecordableGamepad {
	readonly buttons: readonly { readonly pressed: boolean; readonly touched: boolean; readonly value: number }[];
	readonly axes: readonly number[];
}

/** An input source. */
export interface RecordableInput {
	readonly handedness: string;
	readonly targetRayMode: string;
	readonly targetRaySpace: EventTarget;
	readonly gripSpace?: EventTarget | null | undefined;
	readonly gamepad?: RecordableGamepad | null | undefined;
	readonly profiles?: readonly string[];
	readonly hand?: { get(name: never): EventTarget | undefined } | null | undefined;
}

/** A frame. */
export interface RecordableFrame {
	getViewerPose(space: never): RecordablePose | null | undefined;
	getPose(space: never, base: never): RecordablePose | null | undefined;
	getJointPose?(space: never, base: never): RecordableJointPose | null | undefined;
	readonly body?: Iterable<readonly [name: string, space: EventTarget]> | null | undefined;
}

/** A session that can be recorded. */
export interface RecordableSession extends EventTarget {
	readonly inputSources: Iterable<RecordableInput>;
	readonly frameRate?: number | null | undefined;
	// biome-ignore lint/suspicious/noExplicitAny: parameters of callbacks are compared strictly, and sessions have their own frame types
	requestAnimationFrame(callback: (time: number, frame: any) => void): number;
	cancelAnimationFrame(handle: number): void;
}

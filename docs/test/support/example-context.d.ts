// Values that the examples of doc comments use without creating them.
import type { Curve, FrameSample, HandSample, Recording, RecordingWith, Section } from '@handreel/core';
import type { PlaybackClock } from '@handreel/core/play';
import type { XRReplay } from '@handreel/playwright/page';

declare global {
	const recording: RecordingWith<Section>;
	const original: Recording;
	const first: Recording;
	const second: Recording;
	const other: RecordingWith<Section>;
	const curve: Curve;
	const frame: FrameSample;
	const hand: HandSample;
	const clock: PlaybackClock;
	const xr: XRReplay;
	const session: XRSession;
	const space: XRReferenceSpace;
	const worker: Worker;
	const scene: import('three').Scene;
	const camera: import('three').Camera;
	const renderer: import('three').WebGLRenderer;
	const timer: import('three').Timer;
	const delta: number;
	const file: File;
	const bytes: Uint8Array<ArrayBuffer>;
	const head: Uint8Array<ArrayBuffer>;
	const fd: number;
	const size: number;
	const from: number;
	const to: number;
	const time: number;
	const interval: number;
	const target: number;
	const draw: (time: number) => void;
	const save: (...values: unknown[]) => void;
	const readSync: typeof import('node:fs').readSync;
	const fileURLToPath: typeof import('node:url').fileURLToPath;
}

import type { Device } from '../device/device.ts';
import { replaceProperty } from '../page/replace-property.ts';
import { packTraceFrame, TRACE_ROW } from './trace-frame.ts';

/** A message of a trace. */
export interface TraceMessage {
	/** Seconds since the first frame. */
	readonly time: number;
	/** `'event'`, `'uncaught'`, or a method of the console. */
	readonly kind: string;
	readonly text: string;
}

/** The position of an object of the page's scene, in WebXR's space. */
export interface TraceObject {
	readonly name: string;
	readonly position: readonly [x: number, y: number, z: number];
}

/** A part of a trace, as it travels from the page. */
export interface TracePart {
	/** Seconds since the first frame. */
	readonly times: readonly number[];
	/** Float32 rows as base64. */
	readonly rows: string;
	/** The watched objects at the end of each frame. */
	readonly objects: readonly (readonly TraceObject[])[];
	readonly messages: readonly TraceMessage[];
}

/** An event, as the driver reports it. */
interface TraceEvent {
	readonly type: string;
	readonly side?: string;
	readonly added?: readonly string[];
	readonly removed?: readonly string[];
	readonly visibility?: string;
	readonly mode?: string;
	readonly reason?: string;
	readonly intensity?: number;
	readonly duration?: number;
}

const CONSOLE_METHODS = ['debug', 'log', 'info', 'warn', 'error'] as const;
const MAX_MESSAGES = 10_000;
const MAX_TEXT = 1000;

/** Keeps what a page has seen: poses and inputs of its frames, watched objects, events, console messages and errors. */
export class Trace {
	/** Returns the objects to keep with each frame. */
	readObjects: () => readonly TraceObject[] = () => [];
	readonly #maxFrames: number;
	readonly #times: number[] = [];
	readonly #rows: Float32Array[] = [];
	/** All frames but the newest, which may not be over. */
	readonly #objects: (readonly TraceObject[])[] = [];
	readonly #messages: TraceMessage[] = [];
	#start: number = Number.NaN;
	#now = 0;

	/** Keeps the last `maxFrames` frames. */
	constructor(maxFrames: number) {
		this.#maxFrames = maxFrames;
	}

	/** The number of frames. */
	get frameCount(): number {
		return this.#times.length;
	}

	/** Adds a frame at the page's time in milliseconds, without inputs that need other features. */
	addFrame(now: number, device: Device, features: Iterable<string>): void {
		if (Number.isNaN(this.#start)) this.#start = now;
		// The page has moved its objects since the last frame began.
		if (this.#times.length > 0) this.#objects.push(this.readObjects());
		this.#now = (now - this.#start) / 1000;
		this.#times.push(this.#now);
		this.#rows.push(packTraceFrame(device, [...features]));
		if (this.#times.length <= this.#maxFrames) return;
		this.#times.shift();
		this.#rows.shift();
		this.#objects.shift();
	}

	/** Adds a message at the newest frame. */
	addMessage(kind: string, text: string): void {
		this.#messages.push({ time: this.#now, kind, text: text.slice(0, MAX_TEXT) });
		if (this.#messages.length > MAX_MESSAGES) this.#messages.shift();
	}

	/** Adds an event with its details. */
	addEvent({ type, added, removed, side, mode, visibility, reason, intensity, duration }: TraceEvent): void {
		const changes = [...(added ?? []).map((name) => `+${name}`), ...(removed ?? []).map((name) => `-${name}`)];
		const pulse = intensity === undefined ? [] : [`${intensity} for ${duration} s`];
		this.addMessage('event', [type, side, mode, visibility, ...changes, reason, ...pulse].filter(Boolean).join(' '));
	}

	/** Adds what a window writes to its console and what it throws. Returns an undo function. */
	listen(scope: typeof globalThis & Window): () => void {
		const { console } = scope;
		const undo = CONSOLE_METHODS.map((name) => {
			const native = console[name];
			return replaceProperty(console, name, (...args: unknown[]) => {
				this.addMessage(name, args.map(describe).join(' '));
				native.apply(console, args);
			});
		});
		const onError = ({ error, message }: ErrorEvent): void =>
			this.addMessage('uncaught', error ? describe(error) : message);
		const onRejection = ({ reason }: PromiseRejectionEvent): void => this.addMessage('uncaught', describe(reason));
		scope.addEventListener('error', onError);
		scope.addEventListener('unhandledrejection', onRejection);
		return () => {
			for (const step of undo) step();
			scope.removeEventListener('error', onError);
			scope.removeEventListener('unhandledrejection', onRejection);
		};
	}

	/** Returns the frames from `start` up to `end`, and all messages with the first frames. */
	read(start: number, end: number): TracePart {
		const rows = this.#rows.slice(start, end);
		const bytes = new Uint8Array(rows.length * TRACE_ROW * 4);
		rows.forEach((row, i) => {
			bytes.set(new Uint8Array(row.buffer), i * TRACE_ROW * 4);
		});
		let text = '';
		for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
		return {
			times: this.#times.slice(start, end),
			rows: btoa(text),
			objects: [...this.#objects, this.readObjects()].slice(start, end),
			messages: start === 0 ? this.#messages : [],
		};
	}
}

function describe(value: unknown): string {
	if (typeof value === 'string') return value;
	if (value instanceof Error) return `${value.name}: ${value.message}`;
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return String(value);
	}
}

import type { RuntimeModule } from '../page/page-options.ts';
import type { Replacements } from '../page/replace-property.ts';
import type { SessionState } from './session-state.ts';
import type { XRFrame } from './xr-frame.ts';
import type { XRRenderStateInit } from './xr-render-state.ts';
import type { SystemHost } from './xr-system.ts';

/** A part of the runtime that only some pages need. It imports what it shares with the runtime from `module-kit.ts`. */
export interface XRModule extends RuntimeModule {
	/** The interfaces that it adds to windows, by name. */
	readonly interfaces: Readonly<Record<string, { readonly prototype: object }>>;
	/** Adds members to other interfaces of a window. */
	define(scope: typeof globalThis & Window, replaced: Replacements): void;
	/** Joins a session that starts. */
	join(state: SessionState, host: SystemHost): SessionPart;
}

/** What a module adds to a session. */
export interface SessionPart {
	/** Whether the session has something to show. Default false. */
	readonly isPresenting?: boolean;
	/** What the session draws to; `null` unless the module decides that. */
	readonly canvas?: HTMLCanvasElement | OffscreenCanvas | null;
	/** The pixels of all views together, likewise. */
	readonly size?: readonly [width: number, height: number] | null;
	/** Checks and changes what a page passes to `updateRenderState`. */
	readRenderState?(init: XRRenderStateInit): XRRenderStateInit;
	/** Runs before the callbacks of an animation frame. */
	openFrame?(frame: XRFrame): void;
	/** Runs after them. */
	closeFrame?(frame: XRFrame): void;
}

import type { SceneProbe } from '../probe/types.ts';

/** What runs code in a page or frame: `Page` and `Frame` of Playwright, and of Puppeteer. */
export interface SceneFrame {
	evaluate<Result, Argument>(
		code: (argument: Argument) => Result | Promise<Result>,
		argument: Argument,
	): Promise<Result>;
	evaluateHandle(code: (argument: never) => unknown, argument: unknown): Promise<SceneHandle>;
}

/** A handle of something in a page. */
export interface SceneHandle {
	evaluate(code: (object: never, argument: never) => unknown, argument?: unknown): Promise<unknown>;
	dispose(): Promise<void>;
}

/** The part of a page that scenes use. Pages of Playwright have it; those of Puppeteer nearly. */
export interface ScenePage extends SceneFrame {
	readonly mouse: {
		move(x: number, y: number): Promise<void>;
		down(options?: { button?: 'left' | 'right' | 'middle'; clickCount?: number }): Promise<void>;
		up(options?: { button?: 'left' | 'right' | 'middle'; clickCount?: number }): Promise<void>;
	};
	readonly touchscreen: {
		tap(x: number, y: number): Promise<void>;
		touchStart?(x: number, y: number): Promise<unknown>;
		touchMove?(x: number, y: number): Promise<void>;
		touchEnd?(): Promise<void>;
	};
	readonly keyboard: { down(key: never): Promise<void>; up(key: never): Promise<void> };
	screenshot(options?: never): Promise<Uint8Array>;
}

type ProbeScope = { handreelScene?: SceneProbe };
type Method = {
	[Key in keyof SceneProbe]: SceneProbe[Key] extends (...args: never[]) => unknown ? Key : never;
}[keyof SceneProbe];

/** The error if the page has no probe. */
export const NO_PROBE =
	'the page was opened before the scene was attached; request the fixture scene, or call attachScene, before page.goto';

/** A call of the probe. */
export type ProbeCall<Name extends Method = Method> = {
	[Key in Name]: readonly [name: Key, ...args: Parameters<SceneProbe[Key]>];
}[Name];

type ProbeResult<Call> = Call extends readonly [infer Name extends Method, ...unknown[]]
	? Awaited<ReturnType<SceneProbe[Name]>>
	: never;

/** Calls the probe of a page. Throws `Error` without a probe. */
export async function callProbe<Name extends Method>(
	frame: SceneFrame,
	...call: readonly [name: Name, ...args: Parameters<SceneProbe[Name]>]
): Promise<Awaited<ReturnType<SceneProbe[Name]>>> {
	const [result] = await callProbes(frame, [call as unknown as ProbeCall]);
	return result as Awaited<ReturnType<SceneProbe[Name]>>;
}

/**
 * Makes several calls, one after the other, in one message: a page that draws all the time answers once per frame. Results
 * travel as text, because that is much faster. Throws `Error` without a probe.
 */
export async function callProbes<const Calls extends readonly ProbeCall[]>(
	frame: SceneFrame,
	calls: Calls,
): Promise<{ -readonly [Key in keyof Calls]: ProbeResult<Calls[Key]> }> {
	const text = await frame.evaluate(runProbe, JSON.stringify(calls));
	if (text === null) throw new Error(NO_PROBE);
	return JSON.parse(text);
}

// Runs in the page.
async function runProbe(calls: string): Promise<string | null> {
	const probe = (globalThis as ProbeScope).handreelScene as unknown as
		| Record<string, (...args: unknown[]) => unknown>
		| undefined;
	if (probe === undefined) return null;
	const results: unknown[] = [];
	for (const [name, ...args] of JSON.parse(calls) as [string, ...unknown[]][])
		results.push(await probe[name]!(...args));
	return JSON.stringify(results);
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { decodeRecording } from '@handreel/convert';
import type { Recording } from '@handreel/core';
import { findBody } from '@handreel/core/internal';
import { encodeReel } from '@handreel/core/reel';
import { DEVICE_PRESETS, type DeviceName, type ReplayOptions } from '@handreel/webxr';
import { MODULE_OPTIONS } from '@handreel/webxr/internal';
import { IWER_VERSION } from '@handreel/webxr/iwer';
import type { Page } from '@playwright/test';
import { type HandMeshSource, routeHandMeshes } from '../hand-meshes/route-hand-meshes.ts';
import { LivePerformer } from '../perform/live-performer.ts';
import { readProbe } from '../scene/read-probe.ts';
import type { PageErrorMode } from './page-errors.ts';
import { XRReplay } from './xr-replay.ts';

/** The WebXR implementation of a page: the runtime of `@handreel/webxr`, or the emulator IWER. */
export type Runtime = 'own' | 'iwer';

/** Characters of a recording per message. */
const PIECE_LENGTH = 16 * 1024 * 1024;

/** Options of {@link replayIntoPage}. */
export interface PageReplayOptions extends ReplayOptions {
	/**
	 * The WebXR implementation of the page. Default `'own'`. `'iwer'` adds planes, meshes, hit tests and anchors. It requires the
	 * package `iwer` in the version `IWER_VERSION` of `@handreel/webxr/iwer`. The device is `handreel.device` in the page.
	 */
	readonly runtime?: Runtime | undefined;
	/** The source of the hand meshes that known libraries load. Default `'generic'`. */
	readonly handMeshes?: HandMeshSource | undefined;
	/**
	 * The headset to imitate: frame rate, session modes, features, field of view, blend mode, profiles and interaction, as in
	 * `DEVICE_PRESETS` of `@handreel/webxr`. Other options win. Default: no particular headset.
	 */
	readonly device?: DeviceName | undefined;
	/**
	 * What uncaught errors and unhandled rejections of the page do. `'throw'` (default): the next call throws an error with the
	 * time, and the fixture fails the test at its end if no call has. `'ignore'`: they are in the trace only.
	 */
	readonly pageErrors?: PageErrorMode | undefined;
	/** How many frames `XRReplay.trace` keeps. Default 1800; 0 keeps none. */
	readonly traceFrames?: number | undefined;
	/** The path of the runtime's script, for applications that bundle this package. Default: `@handreel/webxr/inject.js`. */
	readonly script?: string | undefined;
	/** The path of the script of modules such as `layers`, likewise. Default: `@handreel/webxr/inject-modules.js`. */
	readonly modules?: string | undefined;
	/** The path of the script that finds scenes, likewise. Default: `@handreel/playwright/scene-probe.js`. */
	readonly probe?: string | undefined;
}

/** The defaults of {@link PageReplayOptions}, besides those of `ReplayOptions`. */
export const PAGE_REPLAY_DEFAULTS: Required<
	Pick<PageReplayOptions, 'runtime' | 'handMeshes' | 'traceFrames' | 'pageErrors'>
> = {
	runtime: 'own',
	handMeshes: 'generic',
	traceFrames: 1800,
	pageErrors: 'throw',
};

/**
 * Prepares a Playwright page to replay a recording. Call it before `page.goto`: it replaces `navigator.xr` and the clock
 * of every document that opens in the page, including frames.
 *
 * `motion` is the bytes of a recording, or a `LivePerformer` who acts while the page runs.
 *
 * A recording may have any format that `@handreel/convert` reads. Options are sent as JSON, so functions are lost. Throws
 * `RecordingError` for bytes that are not a recording, `RangeError` for an unknown device, and `Error`
 * if the runtime is not installed.
 */
export async function replayIntoPage(
	page: Page,
	motion: Uint8Array | LivePerformer,
	{
		handMeshes = PAGE_REPLAY_DEFAULTS.handMeshes,
		runtime = PAGE_REPLAY_DEFAULTS.runtime,
		traceFrames = PAGE_REPLAY_DEFAULTS.traceFrames,
		pageErrors = PAGE_REPLAY_DEFAULTS.pageErrors,
		device,
		script,
		modules,
		probe,
		...given
	}: PageReplayOptions = {},
): Promise<XRReplay> {
	const { recording, sent, hasBody } =
		motion instanceof LivePerformer
			? { recording: motion, sent: motion.createStart(), hasBody: motion.hasBody }
			: await readAnyFormat(motion);
	const options = { ...findPreset(device), ...(hasBody && { body: true }), ...given, traceFrames };
	await routeHandMeshes(page, handMeshes);
	const own = (): string => readScript('@handreel/webxr/inject.js', script);
	const added = (): string => `;${readScript('@handreel/webxr/inject-modules.js', modules)}`;
	const needsModules = MODULE_OPTIONS.some((name) => options[name]);
	const source = runtime === 'iwer' ? readIwerScripts() : own() + (needsModules ? added() : '');
	const base64 = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength).toString('base64');
	const call = `handreel.install(handreelPieces.join(''), ${JSON.stringify(options)})`;
	await page.addInitScript({ content: readProbe(probe) });
	for (const content of splitScript(source, base64, call)) await page.addInitScript({ content });
	return new XRReplay(page, recording, device ?? null, { ...options, pageErrors });
}

function findPreset(device: DeviceName | undefined): ReplayOptions {
	if (device === undefined) return {};
	if (Object.hasOwn(DEVICE_PRESETS, device)) return DEVICE_PRESETS[device];
	throw new RangeError(`device: '${device}' is not one of ${Object.keys(DEVICE_PRESETS).join(', ')}`);
}

// The page reads input animations and reels; other formats become reels, which lose nothing.
async function readAnyFormat(bytes: Uint8Array): Promise<{ recording: Recording; sent: Uint8Array; hasBody: boolean }> {
	const { recording, format } = await decodeRecording(bytes);
	const sent = format === 'bin' || format === 'reel' ? bytes : encodeReel(recording);
	return { recording, sent, hasBody: findBody(recording) !== null };
}

// Browsers refuse messages above about 100 MB, so the recording is sent in pieces. Playwright does not guarantee their
// order, so the piece that arrives last makes the call.
function splitScript(source: string, base64: string, call: string): string[] {
	const pieces: string[] = [];
	for (let start = 0; start < base64.length; start += PIECE_LENGTH) {
		pieces.push(`handreelPieces[${pieces.length}] = '${base64.slice(start, start + PIECE_LENGTH)}'`);
	}
	const steps = [source, ...pieces];
	return steps.map(
		(step) => `globalThis.handreelPieces ??= Object.assign([], { missing: ${steps.length} });
			${step};
			if (--handreelPieces.missing === 0) { ${call}; delete globalThis.handreelPieces; }`,
	);
}

function readScript(name: string, path: string = resolve(name)): string {
	return readFileSync(path, 'utf8');
}

function resolve(name: string, from: string = import.meta.url): string {
	return createRequire(from).resolve(name);
}

// Resolved from @handreel/webxr, which depends on a version of IWER.
function readIwerScripts(): string {
	const adapter = resolve('@handreel/webxr/inject-iwer.js');
	try {
		return `${readScript('iwer/build/iwer.min.js', resolve('iwer/build/iwer.min.js', adapter))};${readFileSync(adapter, 'utf8')}`;
	} catch (cause) {
		throw new Error(`runtime: 'iwer' is not installed; run npm install --save-dev iwer@${IWER_VERSION}`, { cause });
	}
}

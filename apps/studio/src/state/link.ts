import { formatData, type LinkedData, parseData } from './link-data.ts';
import { isExpression } from './plot-units.ts';
import { CAMERA_MODES, DEFAULT_VIEW, type SceneHandStyle, VIEW_LIMITS, type ViewState } from './view-state.ts';

/** The state that a link restores. */
export interface Link {
	/** Recordings to open: paths relative to the page, not encoded. */
	readonly open: readonly string[];
	/** A recording inside of the link. It is active. */
	readonly data: LinkedData | null;
	/** The index of the active recording in `open`; −1 if it is a local file. */
	readonly front: number;
	readonly time: number | null;
	readonly channels: readonly string[];
	readonly showsSpeed: boolean;
	/** The visible range of the timeline in seconds; `null` for all. */
	readonly range: readonly [start: number, end: number] | null;
	readonly view: Partial<ViewState>;
	readonly hasOwnScales: boolean;
	/** Picked points, such as `left.indexTip`: one or two. */
	readonly picked: readonly string[];
	/** The overlay of a comparison; `null` without. */
	readonly overlay: LinkedOverlay | null;
}

/** The overlay of a comparison. */
export interface LinkedOverlay {
	/** Its index in the opened recordings. */
	readonly index: number;
	/** Seconds by which it starts later. */
	readonly offset: number;
	readonly isAligned: boolean;
}

const POINT = /^(head|(left|right)\.[a-zA-Z]+)$/;
const SCENE_HAND_STYLES: readonly SceneHandStyle[] = ['bones', 'mesh'];
const SWITCHES = ['trails', 'gaze', 'head', 'grid'] as const;

/** Formats a link as the part of an address after `#`. */
export function formatLink(link: Link): string {
	const { view } = link;
	const parts: string[] = link.open.map((path) => `open=${encodePath(path)}`);
	if (link.front !== 0) parts.push(`front=${link.front}`);
	if (link.time !== null) parts.push(`t=${trim(link.time, 4)}`);
	if (link.range !== null) parts.push(`range=${link.range.map((time) => trim(time, 4)).join(',')}`);
	if (view.camera !== undefined) parts.push(`camera=${view.camera}`);
	if (view.handStyle !== undefined) parts.push(`hands=${view.handStyle}`);
	if (view.target !== undefined) {
		const eye = [view.azimuth ?? 0, view.elevation ?? 0, view.distance ?? 1, ...view.target];
		parts.push(`eye=${eye.map((number) => trim(number, 3)).join(',')}`);
	}
	const hidden = SWITCHES.filter((name) => view[name] === false);
	if (view.axes === true) parts.push('show=axes');
	if (hidden.length > 0) parts.push(`hide=${hidden.join(',')}`);
	if (view.follow) parts.push(`follow=${view.follow}`);
	if (view.trailLength !== undefined && view.trailLength !== DEFAULT_VIEW.trailLength)
		parts.push(`trail=${trim(view.trailLength, 2)}`);
	if (view.onion) parts.push(`onion=${view.onion},${trim(view.onionStep ?? DEFAULT_VIEW.onionStep, 2)}`);
	if (link.picked.length > 0) parts.push(`pick=${link.picked.join(',')}`);
	if (link.overlay !== null) {
		const { index, offset, isAligned } = link.overlay;
		parts.push(`overlay=${index},${trim(offset, 4)}${isAligned ? ',1' : ''}`);
		if (view.split) parts.push('layout=split');
	}
	const channels = link.channels.map((path) =>
		isExpression(path) ? path.replaceAll(', ', ',') : encodeURIComponent(path),
	);
	if (channels.length > 0) parts.push(`channels=${channels.join(',')}`);
	if (link.showsSpeed) parts.push('plot=speed');
	if (link.hasOwnScales) parts.push('scales=own');
	if (link.data !== null) parts.push(`data=${formatData(link.data)}`);
	return parts.join('&');
}

/** Parses the part of an address after `#`. Invalid values are ignored. */
export function parseLink(hash: string): Link {
	const params = new URLSearchParams(hash.replace(/^#/, ''));
	const numbers = (name: string): number[] | null => {
		const list = params.get(name)?.split(',') ?? [];
		return list.length > 0 && list.every((part) => part !== '' && Number.isFinite(Number(part)))
			? list.map(Number)
			: null;
	};
	const eye = numbers('eye');
	const range = numbers('range');
	const camera = CAMERA_MODES.find((name) => name === params.get('camera'));
	const handStyle = SCENE_HAND_STYLES.find((name) => name === params.get('hands'));
	const hidden = params.get('hide')?.split(',') ?? [];
	const [azimuth, elevation, distance, x, y, z] = eye ?? [];
	const [trail] = numbers('trail') ?? [];
	const [onion, onionStep] = numbers('onion') ?? [];
	return {
		open: params.getAll('open').filter(isOwnPath),
		data: parseData(params.get('data') ?? ''),
		front: numbers('front')?.[0] ?? 0,
		time: numbers('t')?.[0] ?? null,
		channels: splitChannels(params.get('channels') ?? ''),
		showsSpeed: params.get('plot') === 'speed',
		hasOwnScales: params.get('scales') === 'own',
		picked: (params.get('pick')?.split(',') ?? []).filter((point) => POINT.test(point)).slice(0, 2),
		overlay: readOverlay(numbers('overlay')),
		range: range?.length === 2 && range[0]! < range[1]! ? [range[0]!, range[1]!] : null,
		view: {
			...(camera && { camera }),
			...(handStyle && { handStyle }),
			...(params.get('show') === 'axes' && { axes: true }),
			...(POINT.test(params.get('follow') ?? '') && { follow: params.get('follow') }),
			...(trail !== undefined && { trailLength: clamp(trail, VIEW_LIMITS.trailLength) }),
			...(onion !== undefined && { onion: Math.round(clamp(onion, VIEW_LIMITS.onion)) }),
			...(onionStep !== undefined && { onionStep: clamp(onionStep, VIEW_LIMITS.onionStep) }),
			...(params.get('layout') === 'split' && { split: true }),
			...(eye?.length === 6 && {
				azimuth: azimuth!,
				elevation: Math.min(Math.max(elevation!, -89), 89),
				distance: Math.min(Math.max(distance!, 0.1), 50),
				target: [x!, y!, z!] as const,
			}),
			...Object.fromEntries(SWITCHES.filter((name) => hidden.includes(name)).map((name) => [name, false])),
		},
	};
}

/** Whether the part of an address after `#` shows the library. */
export function isLibraryLink(hash: string): boolean {
	return hash.startsWith('#library=');
}

/** Encodes a path. Colons and backslashes are encoded too, so the result is always relative to the page. */
export function encodePath(path: string): string {
	return path.split('/').map(encodeURIComponent).join('/');
}

// A link must not request other hosts or leave the folder of the page.
function isOwnPath(path: string): boolean {
	return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

// Commas inside parentheses belong to an expression.
function splitChannels(text: string): string[] {
	const paths = text.match(/\w+\([^()]*\)|[^,]+/g) ?? [];
	return paths.map((path) => (isExpression(path) ? path.replaceAll(',', ', ') : path));
}

function readOverlay(numbers: readonly number[] | null): LinkedOverlay | null {
	const [index = -1, offset = 0, isAligned = 0] = numbers ?? [];
	return index >= 0 ? { index, offset, isAligned: isAligned === 1 } : null;
}

function clamp(value: number, [low, high]: readonly [number, number]): number {
	return Math.min(Math.max(value, low), high);
}

function trim(value: number, digits: number): string {
	return String(Number(value.toFixed(digits)));
}

import { CAMERA_MODES, type HandShape, type ViewState } from './view-state.ts';

/** The state that a link restores. */
export interface Link {
	/** Recordings to open: paths relative to the page, not encoded. */
	readonly open: readonly string[];
	/** The index of the active recording in `open`; −1 if it is a local file. */
	readonly front: number;
	readonly time: number | null;
	readonly channels: readonly string[];
	readonly showsSpeed: boolean;
	/** The visible range of the timeline in seconds; `null` for all. */
	readonly range: readonly [start: number, end: number] | null;
	readonly view: Partial<ViewState>;
}

const SHAPES: readonly HandShape[] = ['bones', 'mesh'];
const SWITCHES = ['trails', 'gaze', 'head', 'grid'] as const;

/** Formats a link as the part of an address after `#`. */
export function formatLink(link: Link): string {
	const { view } = link;
	const parts: string[] = link.open.map((path) => `open=${encodePath(path)}`);
	if (link.front !== 0) parts.push(`front=${link.front}`);
	if (link.time !== null) parts.push(`t=${trim(link.time, 4)}`);
	if (link.range !== null) parts.push(`range=${link.range.map((time) => trim(time, 4)).join(',')}`);
	if (view.camera !== undefined) parts.push(`camera=${view.camera}`);
	if (view.shape !== undefined) parts.push(`hands=${view.shape}`);
	if (view.target !== undefined) {
		const eye = [view.azimuth ?? 0, view.elevation ?? 0, view.distance ?? 1, ...view.target];
		parts.push(`eye=${eye.map((number) => trim(number, 3)).join(',')}`);
	}
	const hidden = SWITCHES.filter((name) => view[name] === false);
	if (view.axes === true) parts.push('show=axes');
	if (hidden.length > 0) parts.push(`hide=${hidden.join(',')}`);
	if (link.channels.length > 0) parts.push(`channels=${link.channels.join(',')}`);
	if (link.showsSpeed) parts.push('plot=speed');
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
	const shape = SHAPES.find((name) => name === params.get('hands'));
	const hidden = params.get('hide')?.split(',') ?? [];
	const [azimuth, elevation, distance, x, y, z] = eye ?? [];
	return {
		open: params.getAll('open').filter(isOwnPath),
		front: numbers('front')?.[0] ?? 0,
		time: numbers('t')?.[0] ?? null,
		channels: params.get('channels')?.split(',').filter(Boolean) ?? [],
		showsSpeed: params.get('plot') === 'speed',
		range: range?.length === 2 && range[0]! < range[1]! ? [range[0]!, range[1]!] : null,
		view: {
			...(camera && { camera }),
			...(shape && { shape }),
			...(params.get('show') === 'axes' && { axes: true }),
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

/** Encodes a path. Colons and backslashes are encoded too, so the result is always relative to the page. */
export function encodePath(path: string): string {
	return path.split('/').map(encodeURIComponent).join('/');
}

// A link must not request other hosts or leave the folder of the page.
function isOwnPath(path: string): boolean {
	return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

function trim(value: number, digits: number): string {
	return String(Number(value.toFixed(digits)));
}

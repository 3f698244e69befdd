import { FINGER_JOINTS, type Recording, SIDES } from '@handreel/core';
import { CHANNELS, type ChannelParameter, listPoints } from '@handreel/core/measure';

/** Channels that are drawn together. */
export interface ChannelGroup {
	readonly title: string;
	readonly expressions: readonly string[];
	/** The names of tracks with numbers or states. */
	readonly tracks: readonly string[];
}

const FINGERS: readonly string[] = /* @__PURE__ */ SIDES.flatMap((side) =>
	Object.keys(FINGER_JOINTS).map((finger) => `${side}.${finger}`),
);
/** What a function applies to when it has no arguments. */
const USUAL: Readonly<Record<ChannelParameter, string>> = {
	point: '*.wrist',
	pose: '*.wrist',
	side: '*',
	finger: '*.index',
	joint: '*.indexKnuckle',
};

/**
 * Finds the channels that a text matches: an expression (`speed(left.wrist)`), a pattern (`speed(*.wrist)`,
 * `curl(left.*)`), a function alone (`aperture`), a point (`left.indexTip`, its three coordinates), a pattern of points
 * (`*.palm`) or the name of a track. Throws `TypeError` for other texts, and `RangeError` if the recordings have nothing that fits.
 */
export function expandChannel(recordings: readonly Recording[], text: string): ChannelGroup {
	const given = text.trim();
	const tracks = recordings.flatMap((recording) => recording.tracks);
	const track = tracks.find(({ name, kind }) => name === given && (kind === 'scalar' || kind === 'boolean'));
	if (track !== undefined) return { title: given, expressions: [], tracks: [given] };
	const [, name, inner] = /^(\w+)\s*\(([^()]*)\)$/.exec(given) ?? [];
	if (name !== undefined && inner !== undefined) return expandFunction(recordings, name, inner.split(','), given);
	const kind = CHANNELS.find((channel) => channel.name === given);
	if (kind !== undefined)
		return expandFunction(
			recordings,
			given,
			kind.parameters.map((parameter) => USUAL[parameter]),
			given,
		);
	const points = matchNames(listAllPoints(recordings), given);
	if (points.length > 0) {
		const expressions = points.flatMap((point) => ['x', 'y', 'z'].map((axis) => `${axis}(${point})`));
		return { title: given, expressions, tracks: [] };
	}
	const names = CHANNELS.map((channel) => channel.name).join(', ');
	if (/^(head|gaze|(left|right|\*)\.[\w*]+)$/.test(given)) throw new RangeError(`channel: no recording has ${given}`);
	throw new TypeError(
		`channel: '${given}' is not understood; expected a point such as left.indexTip, a track, or one of ${names} with names, such as speed(head)`,
	);
}

function expandFunction(
	recordings: readonly Recording[],
	name: string,
	parameters: readonly string[],
	given: string,
): ChannelGroup {
	const kinds = CHANNELS.find((channel) => channel.name === name)?.parameters ?? [];
	const points = listAllPoints(recordings);
	const choices = parameters.map((parameter, i) => {
		const text = parameter.trim();
		return text.includes('*') ? matchNames(listCandidates(kinds[i], points), text) : [text];
	});
	if (choices.some((list) => list.length === 0)) throw new RangeError(`channel: nothing fits '${given}'`);
	const title = given === name || given.includes('*') ? name : given;
	return { title, expressions: combine(choices).map((names) => `${name}(${names.join(', ')})`), tracks: [] };
}

function listAllPoints(recordings: readonly Recording[]): string[] {
	return [...new Set(recordings.flatMap(listPoints))];
}

function listCandidates(kind: ChannelParameter | undefined, points: readonly string[]): readonly string[] {
	if (kind === 'side') return SIDES;
	if (kind === 'finger') return FINGERS;
	return kind === 'joint' ? points.filter((point) => /^(left|right)\.(?!controller)/.test(point)) : points;
}

function matchNames(names: readonly string[], pattern: string): string[] {
	const source = pattern.replace(/[\\^$.|+?()[\]{}]/g, '\\$&').replaceAll('*', '\\w+');
	const matches = new RegExp(`^${source}$`);
	return names.filter((name) => matches.test(name));
}

function combine(choices: readonly (readonly string[])[]): string[][] {
	return choices.reduce<string[][]>(
		(lists, names) => lists.flatMap((list) => names.map((name) => [...list, name])),
		[[]],
	);
}

/** Chooses the channels of a plot without options: speed, aperture and the height of the head, as far as they were recorded. */
export function chooseChannels(recordings: readonly Recording[]): string[] {
	const points = listAllPoints(recordings);
	const has = (pattern: string): boolean => matchNames(points, pattern).length > 0;
	const hasHands = has('*.wrist');
	const hasTips = has('*.thumbTip') && has('*.indexTip');
	const chosen = [
		...(hasHands ? ['speed(*.wrist)'] : []),
		...(hasTips ? ['aperture(*)'] : []),
		...(has('*.controller') ? ['speed(*.controller)'] : []),
		...(has('head') ? [...(hasHands ? [] : ['speed(head)', 'turning(head)']), 'y(head)'] : []),
	];
	return chosen.length === 0 && has('gaze') ? ['gaze'] : chosen;
}

import type { Side } from '@handreel/core';
import { listFields, type TableMap, type TimeUnit } from '../frames/table-map.ts';

/** Columns with longer names are left out: messages quote the map. */
const MAX_NAME = 64;
const MAX_COLUMNS = 1000;
const FINGER = /^(thumb|index|middle|ring|pinky|pinkie|little)$/;
/** Words for the joints of fingers, from the hand to the tip: those of anatomy, OpenXR, MRTK and MediaPipe. */
const FINGER_WORDS: readonly (readonly [words: RegExp, joint: string])[] = [
	[/^(tip|btip)$/, 'Tip'],
	[/^(distal|dip)$/, 'Distal'],
	[/^(intermediate|pip|middle)$/, 'Middle'],
	[/^(proximal|mcp|knuckle)$/, 'Knuckle'],
	[/^(metacarpal|cmc|carp)$/, 'Metacarpal'],
];
const THUMB_WORDS: typeof FINGER_WORDS = [
	[/^(tip|btip)$/, 'Tip'],
	[/^(distal|ip|dip)$/, 'Distal'],
	[/^(proximal|mcp|pip)$/, 'Proximal'],
	[/^(metacarpal|cmc)$/, 'Metacarpal'],
];

/**
 * Guesses the map of a table from the names of its columns, as a start to edit. Hands without a side count as right ones.
 * Returns `null` if no part has a position.
 */
export function suggestMap(names: readonly string[]): TableMap | null {
	const fields = listFields();
	const taken = new Map<string, string>();
	let time: { column: string; unit: TimeUnit } | null = null;
	let unit: 'm' | 'cm' | 'mm' = 'm';
	for (const name of names.slice(0, MAX_COLUMNS)) {
		if (name.length > MAX_NAME) continue;
		const words = splitWords(name);
		time ??= readTime(name, words);
		const field = findField(words);
		if (field === null || taken.has(field) || !fields.has(field.toLowerCase())) continue;
		unit = words.includes('mm') ? 'mm' : words.includes('cm') ? 'cm' : unit;
		taken.set(field, name);
	}
	// Angles have x, y and z only, and cannot be read.
	const isWhole = (field: string, last: string): boolean => taken.has(field.replace(/\.q.$/, `.${last}`));
	const columns = [...taken].filter(([field]) => !/\.q.$/.test(field) || isWhole(field, 'qw'));
	if (!columns.some(([field]) => field.endsWith('.z'))) return null;
	return {
		...(time === null ? { frameRate: 30 } : { time }),
		unit,
		space: 'unity',
		columns: Object.fromEntries(columns.map(([field, name]) => [name, field])),
	};
}

// `RightIndexTip_px` → right, index, tip, px.
function splitWords(name: string): string[] {
	const spaced = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/(left|right)(?=[a-z])/gi, '$1 ');
	return spaced
		.toLowerCase()
		.split(/[^a-z\d]+/)
		.filter((word) => word !== '');
}

function readTime(name: string, words: readonly string[]): { column: string; unit: TimeUnit } | null {
	if (!words.some((word) => /^(t|time|times|timestamp|timestamps|seconds|unixtime)$/.test(word))) return null;
	const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
	const unit = has(/^(ns|nano)/) ? 'ns' : has(/^(us|micro)/) ? 'us' : has(/^(ms|milli)/) ? 'ms' : 's';
	return { column: name, unit };
}

// The part and field of a column, such as `right_wrist.x`.
function findField(words: readonly string[]): string | null {
	const isLeft = words.some((word) => /^(l|lh|left|lhand)$/.test(word));
	const isRight = words.some((word) => /^(r|rh|right|rhand)$/.test(word));
	if (words.some((word) => /^(tracked|istracked|valid)$/.test(word))) {
		return isLeft || isRight ? `${isLeft ? 'left' : 'right'}_tracked` : null;
	}
	const component = findComponent(words);
	const part = component && findPart(words, isLeft ? 'left' : 'right', isLeft || isRight);
	return part && `${part}.${component}`;
}

function findComponent(words: readonly string[]): string | null {
	const isTurn = words.some((word) => /^(q|quat|quaternion|rot|rotation|ori|orientation)$/.test(word));
	for (const word of [...words].reverse()) {
		const [, kind, axis] = /^(p|pos|position|q|quat|rot|r|ori)?([xyzw])$/.exec(word) ?? [];
		if (axis === undefined) continue;
		const isPosition = kind === undefined ? !isTurn && axis !== 'w' : kind.startsWith('p');
		return isPosition ? (axis === 'w' ? null : axis) : `q${axis}`;
	}
	return null;
}

function findPart(words: readonly string[], side: Side, isSided: boolean): string | null {
	const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
	if (has(/^(gaze|eye|eyes)$/)) return null;
	if (has(/^(head|hmd|headset|camera)$/)) return 'head';
	const at = words.findIndex((word) => FINGER.test(word));
	if (at >= 0) {
		const finger = words[at]!.replace(/^(pinkie|little)$/, 'pinky');
		const others = words.filter((_, i) => i !== at);
		const list = finger === 'thumb' ? THUMB_WORDS : FINGER_WORDS;
		const found = list.find(([pattern]) => others.some((word) => pattern.test(word)));
		return found === undefined ? null : `${side}_${finger}${found[1]}`;
	}
	if (has(/^(controller|grip)$/)) return isSided ? `${side}_controller_grip` : null;
	if (has(/^palm$/)) return `${side}_palm`;
	return has(/^(wrist|hand|lhand|rhand)$/) ? `${side}_wrist` : null;
}

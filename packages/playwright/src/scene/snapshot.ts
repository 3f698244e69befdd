import type { Bounds, PageBox, Point, SceneNode, SceneSight } from '../probe/types.ts';
import { findNodes, type ObjectQuery } from './find-node.ts';
import type { Scene } from './scene.ts';
import { callProbe, callProbes } from './scene-page.ts';

/** Options of `scene.snapshot`. */
export interface SnapshotOptions {
	/** Levels below the scene, or below `within`. Default: all. */
	readonly depth?: number | undefined;
	/** Only objects inside this one. */
	readonly within?: ObjectQuery | undefined;
	/** Only objects in a part of the page, in CSS pixels. */
	readonly region?: PageBox | undefined;
	/** Adds width, height and depth in meters. */
	readonly size?: boolean | undefined;
	/** Adds the color of materials. */
	readonly color?: boolean | undefined;
	/** Adds what is covered. Takes longer, because the scene is drawn once more. */
	readonly covered?: boolean | undefined;
	/** Adds what has handlers for pointers, as far as libraries reveal it. */
	readonly interactive?: boolean | undefined;
	/** References, which `scene.object({ ref: 'o4' })` takes. Default true. */
	readonly references?: boolean | undefined;
}

/** What one line is made of. */
interface Line {
	readonly node: SceneNode;
	readonly level: number;
}

/** Draws the objects of a scene as text. */
export async function drawSnapshot(scene: Scene, options: SnapshotOptions): Promise<string> {
	const { depth = Number.POSITIVE_INFINITY, within, region, size, covered, references = true } = options;
	const [list, seen] = await callProbes(scene.frame, [['listNodes'], ['listInView']]);
	const inView = new Set(seen);
	const sights =
		covered || region ? new Map((await callProbe(scene.frame, 'survey')).map((sight) => [sight.id, sight])) : null;
	const boxes = size ? await callProbe(scene.frame, 'listBounds') : null;
	const roots =
		within === undefined
			? null
			: new Set((await findNodes(list, [{ kind: 'match', query: within }], scene.helpers)).map(({ id }) => id));
	const levels = new Map<number, number>();
	const lines: Line[] = [];
	for (const node of list.nodes) {
		const above = node.parent === undefined ? undefined : levels.get(node.parent);
		const level = roots?.has(node.id)
			? 0
			: above !== undefined
				? above + 1
				: roots === null && node.parent === undefined
					? 0
					: -1;
		if (level < 0) continue;
		levels.set(node.id, level);
		if (level < depth && (!region || overlaps(sights?.get(node.id)?.box ?? null, region))) lines.push({ node, level });
	}
	const text = lines.map(({ node, level }) => {
		const sight = sights?.get(node.id);
		const parts = [
			`${'  '.repeat(level)}- ${node.type.toLowerCase()}`,
			...(node.name === '' ? [] : [quote(node.name)]),
			...(references ? [`[o${node.id}]`] : []),
			...(node.instances === undefined ? [] : [`×${node.instances}`]),
			`at ${formatPoint(node.position)}`,
			...(node.text ? [`text ${JSON.stringify(node.text)}`] : []),
			...(boxes?.[node.id] ? [`size ${formatSize(boxes[node.id]!)}`] : []),
			...(options.color && node.color ? [node.color] : []),
			...(options.interactive && node.isInteractive ? ['interactive'] : []),
			...describeSight(node, inView.has(node.id), covered ? sight : undefined),
		];
		return parts.join(' ');
	});
	return [...text, ...list.unread.map((reason) => `# ${reason}`)].join('\n');
}

// Objects that draw nothing, such as lights, are nowhere on the screen.
function describeSight(node: SceneNode, isInView: boolean, sight: SceneSight | undefined): string[] {
	if (!node.isVisible) return ['hidden'];
	const draws = node.geometry !== undefined || isInView;
	if (!draws) return [];
	if (!isInView) return ['off-screen'];
	return sight && sight.visiblePixels === 0 ? [sight.pixels > 0 ? 'covered' : 'off-screen'] : [];
}

function overlaps(box: PageBox | null, { x, y, width, height }: PageBox): boolean {
	return box !== null && box.x < x + width && box.x + box.width > x && box.y < y + height && box.y + box.height > y;
}

function formatPoint(point: Point): string {
	return point.map((value) => String(Number(value.toFixed(2)) + 0)).join(' ');
}

function formatSize({ min, max }: Bounds): string {
	return formatPoint([max[0] - min[0], max[1] - min[1], max[2] - min[2]]);
}

function quote(name: string): string {
	return /^[\w./:-]+$/.test(name) ? name : JSON.stringify(name);
}

/**
 * Compares a snapshot with an expected one. Each expected line has to be there, in this order and below the same lines; it may
 * leave out attributes. Names may be patterns, such as `/crate\d/`. Returns the first line that is missing, or `null`.
 */
export function findMissingLine(actual: string, expected: string): string | null {
	const lines = parse(actual);
	const wanted = parse(expected);
	const match = (from: number, end: number, list: readonly Parsed[]): string | null => {
		let at = from;
		for (let i = 0; i < list.length; ) {
			const { level } = list[0]!;
			let next = i + 1;
			while (next < list.length && list[next]!.level > level) next++;
			const inner = list.slice(i + 1, next);
			let deepest: string | null = null;
			let isFound = false;
			for (; at < end && !isFound; at++) {
				if (!hasParts(lines[at]!.text, list[i]!.text)) continue;
				let last = at + 1;
				while (last < end && lines[last]!.level > lines[at]!.level) last++;
				const missing = inner.length === 0 ? null : match(at + 1, last, inner);
				if (missing === null) isFound = true;
				else deepest ??= missing;
			}
			if (!isFound) return deepest ?? list[i]!.text;
			i = next;
		}
		return null;
	};
	return match(0, lines.length, wanted);
}

interface Parsed {
	readonly level: number;
	readonly text: string;
}

function parse(text: string): Parsed[] {
	return text
		.split('\n')
		.filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
		.map((line) => {
			const [, indent = '', own = ''] = /^(\s*)(?:- )?(.*?)\s*$/.exec(line) ?? [];
			return { level: indent.replaceAll('\t', '  ').length, text: own };
		});
}

// The kind, then names and attributes in this order.
function hasParts(actual: string, wanted: string): boolean {
	const parts = split(actual);
	let at = 0;
	return split(wanted).every((part, i) => {
		const found = parts.findIndex((own, k) => k >= at && (i > 0 || k === 0) && isSame(own, part));
		at = found + 1;
		return found >= 0;
	});
}

// Words, texts in quotation marks, patterns, and places as one part.
function split(text: string): string[] {
	return (
		text.match(
			/(?:at|size|text) (?:"(?:[^"\\]|\\.)*"|-?[\d.]+ -?[\d.]+ -?[\d.]+)|"(?:[^"\\]|\\.)*"|\/(?:[^/\\]|\\.)+\/|\S+/g,
		) ?? []
	);
}

function isSame(actual: string, wanted: string): boolean {
	const pattern = /^\/(.+)\/$/.exec(wanted);
	if (pattern === null) return actual === wanted;
	const name = actual.startsWith('"') ? (JSON.parse(actual) as string) : actual;
	return new RegExp(pattern[1]!).test(name);
}

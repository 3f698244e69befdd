import { type Curve, FULL_STRIDE } from '../model/curve.ts';
import { buildSections, listFileCurves, SECTIONS, type Sections, slotPaths } from '../model/order.ts';
import type { Recording, Section } from '../model/recording.ts';
import { listBodyReferences } from './body-references.ts';
import { listOtherCurves, listOtherPaths } from './other-curves.ts';
import { describeOthers, listOtherKinds, type OtherParts } from './others.ts';

/** The poses that predict a pose: how many poses before it in the file they are. At most two. */
export type PoseReferences = readonly number[];

// A reel sees a recording as a list of sections, a section as a list of groups, and a group as a few curves (REEL.md,
// "Sections"). Everything that knows which sections there are is in this file: to store more of the model, list it here.

/** A kind of group that later versions may use: its number in a file, and the roles and sizes of its vectors. */
export type OpenKind = `open ${number}:${string}`;

/** What the curves of a group are. */
export type GroupKind = 'pose' | 'ray' | 'scalar' | 'boolean' | OpenKind;

/** What the curves of a vector have in common. */
export type VectorRole = 'plain' | 'rotation' | 'direction' | 'boolean';

/** The kinds in the order of their numbers in a file. */
export const GROUP_KINDS = ['pose', 'ray', 'scalar', 'boolean'] as const;
/** Kinds from this number on say in the file which vectors they have. */
export const FIRST_OPEN_KIND = 128;
/** The roles in the order of their contexts. */
export const VECTOR_ROLES: readonly VectorRole[] = ['plain', 'rotation', 'direction', 'boolean'];

/** The role and the number of curves of a vector. */
export type VectorSize = readonly [role: VectorRole, size: number];

const KIND_VECTORS: Readonly<Record<(typeof GROUP_KINDS)[number], readonly VectorSize[]>> = {
	pose: [
		['plain', 3],
		['rotation', 4],
	],
	ray: [
		['plain', 3],
		['direction', 3],
	],
	scalar: [['plain', 1]],
	boolean: [['boolean', 1]],
};

/** Returns a kind of group that stores which vectors it has. */
export function createOpenKind(number: number, vectors: readonly VectorSize[]): OpenKind {
	return `open ${number}:${vectors.map(([role, size]) => `${role} ${size}`).join(' ')}`;
}

/** Returns the number of an open kind; `null` of other kinds. */
export function numberOfOpenKind(kind: GroupKind): number | null {
	return isOpenKind(kind) ? Number(kind.slice('open '.length, kind.indexOf(':'))) : null;
}

/** Lists the vectors of a kind of group. */
export function listKindVectors(kind: GroupKind): readonly VectorSize[] {
	if (!isOpenKind(kind)) return KIND_VECTORS[kind];
	const parts = kind.slice(kind.indexOf(':') + 1).split(' ');
	return Array.from({ length: parts.length >> 1 }, (_, i) => [parts[2 * i] as VectorRole, Number(parts[2 * i + 1])]);
}

function isOpenKind(kind: GroupKind): kind is OpenKind {
	return kind.startsWith('open ');
}

/** A section of a reel: its name and the kinds of its groups. */
export interface ReelSection {
	readonly name: string;
	readonly kinds: readonly GroupKind[];
	/** For each pose; poses after the last have none. The section `hands` needs no list. */
	readonly references?: readonly PoseReferences[];
}

/** A vector of a reel. */
export interface VectorShape {
	readonly role: VectorRole;
	/** The index of its first curve, counted over all sections. */
	readonly firstCurve: number;
	readonly size: number;
	/** The position vectors, by index, of the poses that predict this one; a pose's rotation is the next vector. */
	readonly references: readonly number[];
	/** Whether shapes of the hand may predict it. */
	readonly isHand: boolean;
}

const SECTION_KINDS: Readonly<Record<Section, readonly GroupKind[]>> = {
	head: ['pose'],
	hands: [...repeat<GroupKind>('boolean', 4), ...repeat<GroupKind>('pose', 54)],
	gaze: ['ray'],
};

/** The sections of MRTK's files, in their order. */
export const USUAL_SECTIONS: readonly ReelSection[] = /* @__PURE__ */ SECTIONS.map((name) => ({
	name,
	kinds: SECTION_KINDS[name],
}));

/** The section of the curves that MRTK's files cannot store. */
export const OTHERS = 'others';

/** The sections of a reel, and the tree around the curves of the section `others`. */
export interface ReelTree {
	readonly sections: readonly ReelSection[];
	readonly others: OtherParts;
}

const JOINT_COUNT = 27;
const WRIST = 1;
/** The joints that hang on the wrist: palm and metacarpals. Other joints hang on the joint before. */
const ON_WRIST: readonly number[] = [2, 3, 7, 12, 17, 22];

/** Describes the sections of a recording. */
export function describeTree(recording: Recording): ReelTree {
	const others = describeOthers(recording);
	const sections: ReelSection[] = SECTIONS.filter((name) => recording[name] !== null).map((name) => {
		return { name, kinds: SECTION_KINDS[name] };
	});
	const kinds = listOtherKinds(others);
	if (kinds.length > 0) sections.push({ name: OTHERS, kinds, references: listBodyReferences(recording, kinds) });
	return { sections, others };
}

/** Lists the curves of a recording in the order of its sections. */
export function listReelCurves(recording: Recording): Curve[] {
	return [...listFileCurves(recording), ...listOtherCurves(recording, describeOthers(recording))];
}

/** Returns whether this version knows a section. Reading the head checks its groups. */
export function isKnownSection({ name }: ReelSection): boolean {
	return name === OTHERS || (SECTIONS as readonly string[]).includes(name);
}

/** Builds the known sections from the curves of all sections. */
export function buildReelSections(sections: readonly ReelSection[], curves: readonly Curve[]): Sections {
	const starts = new Map<string, number>();
	let start = 0;
	for (const section of sections) {
		if (isKnownSection(section)) starts.set(section.name, start);
		start += countCurves(section);
	}
	const [head, hands, gaze] = SECTIONS.map((name) => starts.has(name)) as [boolean, boolean, boolean];
	const ordered = SECTIONS.flatMap((name) => {
		const first = starts.get(name);
		return first === undefined ? [] : curves.slice(first, first + countCurves({ name, kinds: SECTION_KINDS[name] }));
	});
	let next = 0;
	return buildSections({ head, hands, gaze }, () => ordered[next++]!);
}

/** Returns the index of the first curve of the section `others`; all curves are before it if there is none. */
export function findOthers(sections: readonly ReelSection[]): number {
	let first = 0;
	for (const section of sections) {
		if (section.name === OTHERS) break;
		first += countCurves(section);
	}
	return first;
}

/** Names the curves of all sections. */
export function listReelPaths({ sections, others }: ReelTree): string[] {
	return sections.flatMap((section) => {
		const { name } = section;
		if (name === OTHERS) return listOtherPaths(others);
		if (!isKnownSection(section)) return Array.from({ length: countCurves(section) }, (_, i) => `${name}[${i}]`);
		return slotPaths({ head: name === 'head', hands: name === 'hands', gaze: name === 'gaze' });
	});
}

/** Counts the curves of a section. */
export function countCurves({ kinds }: ReelSection): number {
	let count = 0;
	for (const kind of kinds) for (const [, size] of listKindVectors(kind)) count += size;
	return count;
}

/** Counts the poses among groups. */
export function countPoses(kinds: readonly GroupKind[]): number {
	return kinds.filter((kind) => kind === 'pose').length;
}

/** Lists the vectors of all sections in file order. */
export function listVectors(sections: readonly ReelSection[]): VectorShape[] {
	const vectors: VectorShape[] = [];
	let firstCurve = 0;
	const poses: number[] = [];
	for (const { name, kinds, references: given = [] } of sections) {
		const start = poses.length;
		const isHand = name === 'hands';
		for (const kind of kinds) {
			const isPose = kind === 'pose';
			const back = isPose && isHand ? listHandReferences(poses.length - start) : (given[poses.length - start] ?? []);
			const references = isPose ? back.map((distance) => poses[poses.length - distance]!) : [];
			if (isPose) poses.push(vectors.length);
			for (const [role, size] of listKindVectors(kind)) {
				vectors.push({ role, firstCurve, size, references, isHand });
				firstCurve += size;
			}
		}
	}
	return vectors;
}

/** The words per key of a curve as one bit. */
export function isFull(stride: number): boolean {
	return stride === FULL_STRIDE;
}

// A joint hangs on the joint before and on the wrist.
function listHandReferences(pose: number): PoseReferences {
	const joint = pose % JOINT_COUNT;
	if (joint <= WRIST) return [];
	return ON_WRIST.includes(joint) ? [joint - WRIST] : [1, joint - WRIST];
}

function repeat<T>(item: T, count: number): T[] {
	return Array.from({ length: count }, () => item);
}

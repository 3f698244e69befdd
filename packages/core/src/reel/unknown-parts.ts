import type { Curve } from '../model/curve.ts';
import type { Recording, UnknownPart } from '../model/recording.ts';
import {
	countCurves,
	countPoses,
	isKnownSection,
	listReelCurves,
	type PoseReferences,
	type ReelSection,
} from './groups.ts';

// What later versions add to a reel (REEL.md, "Growth"). Reading keeps it as it is, and writing puts it back.

/** The content of an {@link UnknownPart} that comes from a reel. */
type PartContent =
	| { readonly kind: 'chunk'; readonly tag: string; readonly bytes: Uint8Array }
	| { readonly kind: 'field'; readonly name: string; readonly value: unknown }
	| { readonly kind: 'track'; readonly track: object }
	| { readonly kind: 'section'; readonly section: StrangeSection };

/** A section with its curves. Its references name poses, because its place in the file may change. */
interface StrangeSection extends Pick<ReelSection, 'name' | 'kinds'> {
	readonly references: readonly (readonly string[])[];
	readonly curves: readonly Curve[];
}

/** The unknown parts of the metadata. */
export interface StrangeDetails {
	readonly fields: Readonly<Record<string, unknown>>;
	/** Tracks of unknown kinds. */
	readonly tracks: readonly { readonly name: string }[];
}

/** Lists the unknown parts of a head. `curves`: those of all sections. */
export function listHeadParts(
	{ sections, strange }: { readonly sections: readonly ReelSection[]; readonly strange: StrangeDetails },
	curves: readonly Curve[],
): UnknownPart[] {
	const poses = listPoseNames(sections);
	let curve = 0;
	let pose = 0;
	const found = sections.flatMap((section): UnknownPart[] => {
		const { name, kinds, references = [] } = section;
		const [first, start] = [curve, pose];
		curve += countCurves(section);
		pose += countPoses(kinds);
		if (isKnownSection(section)) return [];
		const named = references.map((back, i) => back.map((distance) => poses[start + i - distance]!));
		const content = { name, kinds, references: named, curves: curves.slice(first, curve) };
		return [createPart(`section ${name}`, false, { kind: 'section', section: content })];
	});
	const fields = Object.entries(strange.fields).map(([name, value]) =>
		createPart(`metadata ${name}`, false, { kind: 'field', name, value }),
	);
	const tracks = strange.tracks.map((track) => createPart(`track ${track.name}`, false, { kind: 'track', track }));
	return [...found, ...fields, ...tracks];
}

/** Keeps a chunk. A lower-case letter at the second place of its tag means that it does not depend on keys. */
export function createChunkPart(tag: string, content: Uint8Array): UnknownPart {
	return createPart(`chunk ${tag}`, /^.[a-z]/.test(tag), { kind: 'chunk', tag, bytes: new Uint8Array(content) });
}

function createPart(name: string, isIndependent: boolean, content: PartContent): UnknownPart {
	return { name, isIndependent, content };
}

/** Lists the unknown parts of a kind that a recording has kept. */
function listContents<K extends PartContent['kind']>(
	{ unknown = [] }: Recording,
	kind: K,
): Extract<PartContent, { kind: K }>[] {
	const contents = unknown.map(({ content }) => content as PartContent);
	return contents.filter((content): content is Extract<PartContent, { kind: K }> => content.kind === kind);
}

/** Lists the unknown chunks of a recording. */
export function listStrangeChunks(recording: Recording): { readonly tag: string; readonly bytes: Uint8Array }[] {
	return listContents(recording, 'chunk');
}

/** Lists the unknown parts of the metadata of a recording. */
export function listStrangeDetails(recording: Recording): StrangeDetails {
	return {
		fields: Object.fromEntries(listContents(recording, 'field').map(({ name, value }) => [name, value])),
		tracks: listContents(recording, 'track').map(({ track }) => track as { name: string }),
	};
}

/** Lists the unknown sections of a recording, which follow the known ones. */
export function listStrangeSections(recording: Recording, known: readonly ReelSection[]): ReelSection[] {
	const found = listContents(recording, 'section').map(({ section }) => section);
	const poses = new Map(listPoseNames([...known, ...found]).map((name, i) => [name, i]));
	let pose = known.reduce((count, { kinds }) => count + countPoses(kinds), 0);
	return found.map(({ name, kinds, references }) => {
		const start = pose;
		pose += countPoses(kinds);
		const back = references.map((names, i): PoseReferences => {
			const distances = names.map((other) => start + i - (poses.get(other) ?? Number.POSITIVE_INFINITY));
			return distances.filter((distance) => distance > 0);
		});
		return { name, kinds, references: back };
	});
}

/** Lists the curves of all sections of a recording in file order. */
export function listAllCurves(recording: Recording): Curve[] {
	return [...listReelCurves(recording), ...listContents(recording, 'section').flatMap(({ section }) => section.curves)];
}

// Names poses by their section and their place in it.
function listPoseNames(sections: readonly Pick<ReelSection, 'name' | 'kinds'>[]): string[] {
	return sections.flatMap(({ name, kinds }) => Array.from({ length: countPoses(kinds) }, (_, i) => `${i} ${name}`));
}

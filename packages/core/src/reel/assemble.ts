import type { Issue } from '../issue/error.ts';
import { assembleRecording } from '../model/create-recording.ts';
import type { Curve } from '../model/curve.ts';
import type { Recording } from '../model/recording.ts';
import type { Block } from './block.ts';
import { buildReelSections, findOthers, isKnownSection, listVectors } from './groups.ts';
import type { ReelHead } from './head.ts';
import { buildOthers } from './others.ts';

/**
 * Joins the keys of blocks, which are in order of time, to a recording. Blocks also have keys before and after their time, which
 * playing needs where another block is missing.
 */
export function joinBlocks(head: ReelHead, blocks: readonly Block[]): Recording {
	const { layout, markers, sections, others } = head;
	const roles = listVectors(sections).flatMap(({ role, size }) => Array.from({ length: size }, () => role));
	const cut = blocks.filter(({ isWhole }) => !isWhole);
	const curves = head.curves.map(({ stride, preWrap, postWrap }, i): Curve => {
		const whole = blocks.find((block) => block.isWhole && block.curves[i] !== null);
		const words = whole?.curves[i] ?? joinKeys(cut, i, stride);
		const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
		const kind = roles[i] === 'boolean' ? 'boolean' : 'float';
		return { kind, count: words.length / stride, stride, start: 0, floats, words, preWrap, postWrap };
	});
	const { head: headPose, hands, gaze } = buildReelSections(sections, curves);
	let next = findOthers(sections);
	return assembleRecording({
		layout,
		markers,
		head: headPose,
		gaze,
		...buildOthers(others, hands, () => curves[next++]!),
	});
}

/** Lists an issue for each section that is not known. */
export function listUnknownSections({ sections }: ReelHead, byteOffset: number): Issue[] {
	return sections
		.filter((section) => !isKnownSection(section))
		.map(({ name }) => describeSkipped(`section '${name}'`, name, byteOffset));
}

/** Describes what this version does not know. */
export function describeSkipped(what: string, path: string, byteOffset: number): Issue {
	const message = `${what} is unknown and was skipped`;
	return { code: 'reel-unknown', severity: 'warning', message, path, byteOffset, time: null };
}

function joinKeys(blocks: readonly Block[], index: number, stride: number): Uint32Array {
	const runs: Uint32Array[] = [];
	let length = 0;
	blocks.forEach((block, i) => {
		const words = block.curves[index]!;
		const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
		const before = blocks[i - 1];
		const after = blocks[i + 1];
		let from = 0;
		let to = words.length;
		if (before?.end === block.start) while (from < to && floats[from]! < block.start) from += stride;
		if (after?.start === block.end) while (to > from && floats[to - stride]! >= block.end) to -= stride;
		// After a gap, the key before may be known already.
		const last = runs[runs.length - 1];
		if (last !== undefined && before !== undefined && before.end !== block.start) {
			const end = new Float32Array(last.buffer, last.byteOffset, last.length)[last.length - stride]!;
			while (from < to && floats[from]! <= end) from += stride;
		}
		if (from === to) return;
		runs.push(words.subarray(from, to));
		length += to - from;
	});
	if (runs.length === 1) return runs[0]!;
	const joined = new Uint32Array(length);
	let end = 0;
	for (const run of runs) {
		joined.set(run, end);
		end += run.length;
	}
	return joined;
}

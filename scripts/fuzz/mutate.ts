// Damages files: bytes, numbers and lines of texts, trees of JSON. What one format is made of is the same for many.
import { findFormat, type ReadableFormatName } from '@handreel/convert';
import { mutateBytes } from '../../packages/core/test/support/mutate.ts';
import type { Random } from '../../packages/core/test/support/random.ts';
import { fixChecksums } from './fix-checksums.ts';

/** Bytes at the start that most mutants keep. */
const START_SIZE = 16;
/** Files do not grow without end. */
const MAX_SIZE = 20_000;
const WORDS = [
	0, 1, 2, 7, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x7fc0_0000,
];
const NUMBERS = ['0', '-1', '1e999', '-0', '1e-320', '2147483648', '4294967296', '9007199254740993', '0.1', 'NaN', ''];
const VALUES: readonly unknown[] = [
	null,
	true,
	0,
	-1,
	0.5,
	1e308,
	2 ** 32,
	'',
	'NaN',
	'__proto__',
	[],
	{},
	[[]],
	{ toString: 1 },
	'\u0000\u009b',
];

/** Returns a damaged copy of a file. `donors`: other files of the format. */
export function mutate(
	format: ReadableFormatName,
	file: Uint8Array,
	donors: readonly Uint8Array[],
	random: Random,
): Uint8Array {
	const { mediaType } = findFormat(format)!;
	const isTree = mediaType.endsWith('json');
	const isText = isTree || mediaType.startsWith('text/');
	let mutant: Uint8Array = file.slice();
	for (let left = 1 + random.below(2); left > 0; left--) {
		const kind = random.below(8);
		if (isTree && kind < 5) mutant = mutateTree(mutant, random) ?? mutant;
		else if (isText && kind < 7) mutant = mutateText(mutant, random);
		else if (kind < 3) mutant = writeWord(mutant, random);
		else if (mutant.length > 0) mutant = mutateBytes(mutant, random, random.pick(donors));
	}
	// Damage to magic number and version hides all other damage.
	if (!isText && random.below(8) > 0) mutant.set(file.subarray(0, Math.min(START_SIZE, mutant.length, file.length)));
	if (mutant.length > MAX_SIZE) mutant = mutant.slice(0, MAX_SIZE);
	if (random.below(8) > 0) fixChecksums(format, mutant);
	return mutant;
}

function writeWord(bytes: Uint8Array, random: Random): Uint8Array {
	if (bytes.length < 8) return bytes;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const at = random.below(bytes.length - 7);
	const value = random.pick(WORDS) + random.below(3) - 1;
	if (random.below(2) === 0) view.setUint32(at, value >>> 0, true);
	else bytes[at] = value;
	return bytes;
}

function mutateText(bytes: Uint8Array, random: Random): Uint8Array {
	const text = Buffer.from(bytes).toString('latin1');
	const lines = text.split('\n');
	const line = random.below(lines.length);
	const kind = random.below(6);
	if (kind === 0) lines.splice(line, 1);
	else if (kind === 1) lines.splice(line, 0, lines[random.below(lines.length)]!);
	else if (kind === 2) lines[line] = lines[random.below(lines.length)]!;
	else if (kind === 3)
		lines[line] = replaceOne(
			lines[line]!,
			/[,;\t {}"]/g,
			random.pick([',', '"', ' ', '\t', ';', '\n', '}', '{', '']),
			random,
		);
	else lines[line] = replaceOne(lines[line]!, /-?\d+(\.\d+)?(e-?\d+)?/g, random.pick(NUMBERS), random);
	return new Uint8Array(Buffer.from(lines.join('\n'), 'latin1'));
}

function replaceOne(text: string, pattern: RegExp, value: string, random: Random): string {
	const places = [...text.matchAll(pattern)];
	if (places.length === 0) return text + value;
	const place = random.pick(places);
	return text.slice(0, place.index) + value + text.slice(place.index + place[0].length);
}

type Holder = Record<string, unknown>;

// Replaces, removes, repeats or swaps values anywhere in a tree.
function mutateTree(bytes: Uint8Array, random: Random): Uint8Array | null {
	let tree: unknown;
	try {
		tree = JSON.parse(Buffer.from(bytes).toString());
	} catch {
		return null;
	}
	const places: [Holder, string][] = [];
	const visit = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;
		for (const key of Object.keys(value)) {
			places.push([value as Holder, key]);
			visit((value as Holder)[key]);
		}
	};
	visit(tree);
	if (places.length === 0) return null;
	const [holder, key] = random.pick(places);
	const [other, otherKey] = random.pick(places);
	const value = holder[key];
	const kind = random.below(7);
	if (kind < 2) holder[key] = random.pick(VALUES);
	else if (kind === 2 && Array.isArray(holder)) holder.splice(Number(key), 1);
	else if (kind === 2) delete holder[key];
	else if (kind === 3) holder[key] = structuredClone(other[otherKey]);
	else if (kind === 4 && Array.isArray(value)) value.push(...structuredClone(value.slice(0, 8)));
	else if (kind === 5 && typeof value === 'number')
		holder[key] = value + random.pick([-1, 1, 0.5, 2 ** 31, -(2 ** 31)]);
	else if (kind === 5 && typeof value === 'string')
		holder[key] = random.pick([`${value}.`, value.slice(1), 'NaN', '-Infinity', 'x']);
	else holder[random.below(2) === 0 ? otherKey : `${key}x`] = value;
	return new Uint8Array(Buffer.from(JSON.stringify(tree)));
}

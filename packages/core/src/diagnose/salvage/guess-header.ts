import type { ByteView } from '../../bytes/view.ts';
import { findReading } from '../../codec/detect.ts';
import { firstCurveOffset, HEADER_SIZE, type Header } from '../../codec/header.ts';
import type { IssueCode } from '../../issue/codes.ts';
import { SECTIONS } from '../../model/order.ts';

/** A header for a file whose header is damaged. */
export interface GuessedHeader {
	readonly header: Header;
	/** What was assumed, as a phrase in the past tense. */
	readonly how: string;
	/** How likely it is right. */
	readonly confidence: number;
}

/**
 * Finds a header that fits the rest of the file to the last byte: with another magic number, another version, or
 * another flag, but only one of these. `null` if there is none. If neither value of a flag fits, it counts as set, as .NET
 * reads it.
 */
export function guessHeader(view: ByteView, code: IssueCode): GuessedHeader | null {
	const candidates = listCandidates(view, code);
	for (const header of candidates) {
		if (findReading(view, header).reading.failure !== null) continue;
		const what = code === 'bad-flag' ? describeFlags(header) : `as version ${header.version}`;
		return { header, how: `read ${what}, which fits to the last byte`, confidence: 0.95 };
	}
	const [first] = candidates;
	if (code !== 'bad-flag' || first === undefined) return null;
	return { header: first, how: `read ${describeFlags(first)}, as .NET would`, confidence: 0.5 };
}

function listCandidates(view: ByteView, code: IssueCode): Header[] {
	const size = view.byteLength;
	const candidates = size < firstCurveOffset('1.1') ? [] : listFlagged(view);
	if (code === 'bad-flag') return candidates;
	const flags = { head: true, hands: true, gaze: false };
	const hasOtherDamage = candidates.length > 1;
	const all: Header[] = [
		...(hasOtherDamage ? [] : candidates),
		...(size < HEADER_SIZE ? [] : [{ version: '1.0', flags, firstCurve: firstCurveOffset('1.0') } as const]),
	];
	// A file whose magic number is damaged still has its version.
	const version = size < HEADER_SIZE ? '' : `${view.getInt32(8, true)}.${view.getInt32(12, true)}`;
	return code === 'bad-magic' ? all.filter((header) => header.version === version) : all;
}

// All headers of version 1.1 that the flags allow. A flag that is neither 0 nor 1 may be either; set comes first.
function listFlagged(view: ByteView): Header[] {
	let candidates: boolean[][] = [[]];
	SECTIONS.forEach((_, i) => {
		const flag = view.getUint8(HEADER_SIZE + i);
		const options = flag > 1 ? [true, false] : [flag === 1];
		candidates = candidates.flatMap((flags) => options.map((option) => [...flags, option]));
	});
	return candidates.map(([head = false, hands = false, gaze = false]) => ({
		version: '1.1',
		flags: { head, hands, gaze },
		firstCurve: firstCurveOffset('1.1'),
	}));
}

function describeFlags({ flags }: Header): string {
	const present = SECTIONS.filter((section) => flags[section]);
	return present.length === 0 ? 'without sections' : `with ${present.join(', ')}`;
}

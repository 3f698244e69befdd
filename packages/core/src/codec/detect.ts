import type { ByteView } from '../bytes/view.ts';
import { failAt, type Issue } from '../issue/error.ts';
import { describeLayout, type Layout, type LayoutName } from '../model/layout.ts';
import { CURVE_HEADER_SIZE, type Header, slotKeySize } from './header.ts';
import { countImplausible, findNonsense } from './plausible.ts';
import { type Reading, tryReading } from './reading.ts';

/** The layout of a file and how the file reads in it. */
export interface Detection {
	readonly reading: Reading;
	readonly layout: Layout;
	/** A warning if two readings fit. */
	readonly ambiguity: Issue | null;
}

/**
 * Finds the layout of a file: the right layout uses up every byte (FORMAT.md, "Which layout is this?").
 *
 * A wrong key size fails at the first curves with keys, and the right size touches no key, so trying both costs at most
 * a few hundred headers. If no layout fits, throws the error of the reading that gets furthest.
 */
export function detectLayout(view: ByteView, header: Header, forced?: Layout | LayoutName): Detection {
	if (forced !== undefined) return forceLayout(view, header, describeLayout(forced).layout);
	const { reading, ambiguity } = findReading(view, header);
	return accept(reading, ambiguity);
}

/** A reading of a file, which may have failed. */
export interface FoundReading {
	readonly reading: Reading;
	/** A warning if two readings fit. */
	readonly ambiguity: Issue | null;
}

/** Returns the reading that fits, or the reading that gets furthest before an implausible value. */
export function findReading(view: ByteView, header: Header): FoundReading {
	const full = (): Reading => tryReading(view, header, 'full');
	if (header.version === '1.0') return { reading: full(), ambiguity: null };

	const simple = tryReading(view, header, 'simple');
	if (simple.reached === simple.slots.count && !simple.hasFloatKeys) {
		// Both key sizes read the same: choose MRTK's layout with markers, and the documented layout without.
		return { reading: simple.markers === null ? { ...simple, keys: 'full' } : simple, ambiguity: null };
	}
	const readings = [simple, full()] as const;
	const fitting = readings.filter((reading) => reading.failure === null);
	if (fitting.length < 2) return { reading: fitting[0] ?? pickFurthest(view, readings), ambiguity: null };

	const [simpleCount, fullCount] = readings.map((reading) => countImplausible(view, reading)) as [number, number];
	const isSimple = simpleCount === fullCount ? simple.markers !== null : simpleCount < fullCount;
	const better = readings[isSimple ? 0 : 1];
	const message =
		`the bytes fit simple keys (${simpleCount} implausible values) and full keys (${fullCount}); ` +
		`read with ${better.keys} keys`;
	const ambiguity: Issue = {
		code: 'ambiguous-layout',
		severity: 'warning',
		message,
		path: '',
		byteOffset: header.firstCurve,
		time: null,
	};
	return { reading: better, ambiguity };
}

function forceLayout(view: ByteView, header: Header, layout: Layout): Detection {
	if (layout.version !== header.version) {
		const message = `the file has version ${header.version}, but the requested layout has ${layout.version}`;
		failAt('layout-mismatch', '', 8, message);
	}
	return accept(tryReading(view, header, layout.keys, layout.markers), null);
}

function accept(reading: Reading, ambiguity: Issue | null): Detection {
	if (reading.failure !== null) throw reading.failure();
	const layout = { version: reading.header.version, keys: reading.keys, markers: reading.markers !== null };
	return { reading, layout, ambiguity };
}

function pickFurthest(view: ByteView, readings: readonly [Reading, Reading]): Reading {
	const [first, second] = readings;
	return progress(view, second) > progress(view, first) ? second : first;
}

// The end of the last complete key, or the offset of the fault in the markers.
function progress(view: ByteView, reading: Reading): number {
	const { keys, reached, slots, end, failure } = reading;
	const found = findNonsense(view, reading);
	if (found !== null) return found;
	if (reached === slots.count) return failure?.().issue.byteOffset ?? end;
	const left = view.byteLength - end - CURVE_HEADER_SIZE;
	if (left < 0) return end;
	const keySize = slotKeySize(slots, keys, reached);
	const hasKey = left >= keySize && view.getInt32(end + 8, true) > 0;
	return hasKey ? end + CURVE_HEADER_SIZE + Math.floor(left / keySize) * keySize : end + 8;
}

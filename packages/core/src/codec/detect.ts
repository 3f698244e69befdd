import type { ByteView } from '../bytes/view.ts';
import { failAt, type Issue } from '../issue/error.ts';
import { describeLayout, type Layout, type LayoutName } from '../model/layout.ts';
import type { Header } from './header.ts';
import { countImplausible, findImplausible } from './plausible.ts';
import { type Reading, tryReading } from './reading.ts';
import { CURVE_HEADER_SIZE, slotKeySize } from './sizes.ts';

/** The reading that fits a file. */
export interface Detection {
	readonly reading: Reading;
	readonly layout: Layout;
	/** A warning where two readings fit. */
	readonly ambiguity: Issue | null;
}

/**
 * Finds the layout of a file: the right one uses up every byte (FORMAT.md, "Which layout is this?").
 *
 * A wrong key size dies at the first curves that hold keys, and a right one touches no key, so trying both costs no
 * more than a few hundred headers. Throws the error of the reading that gets furthest when none fits.
 */
export function detectLayout(view: ByteView, header: Header, forced?: Layout | LayoutName): Detection {
	if (forced !== undefined) return forceLayout(view, header, describeLayout(forced).layout);
	const full = (): Reading => tryReading(view, header, 'full');
	if (header.version === '1.0') return accept(view, [full()], null);

	const simple = tryReading(view, header, 'simple');
	if (simple.reached === simple.slots.count && !simple.hasFloatKeys) {
		// Both key sizes read the same: name what MRTK writes with markers, and what is documented without.
		return accept(view, [simple.markers === null ? { ...simple, keys: 'full' } : simple], null);
	}
	const readings = [simple, full()] as const;
	if (readings.some((reading) => reading.failure !== null)) return accept(view, readings, null);

	const [simpleCount, fullCount] = readings.map((reading) => countImplausible(view, reading)) as [number, number];
	const isSimple = simpleCount === fullCount ? simple.markers !== null : simpleCount < fullCount;
	const better = isSimple ? simple : readings[1];
	const message =
		`the bytes fit simple keys (${simpleCount} implausible values) and full keys (${fullCount}); ` +
		`read with ${better.keys} keys`;
	return accept(view, [better], {
		code: 'ambiguous-layout',
		severity: 'warning',
		message,
		path: '',
		byteOffset: header.firstCurve,
		time: null,
	});
}

function forceLayout(view: ByteView, header: Header, layout: Layout): Detection {
	if (layout.version !== header.version) {
		const message = `the file says version ${header.version}, but it was to be read as ${layout.version}`;
		failAt('layout-mismatch', '', 8, message);
	}
	return accept(view, [tryReading(view, header, layout.keys, layout.markers)], null);
}

function accept(view: ByteView, readings: readonly Reading[], ambiguity: Issue | null): Detection {
	const best = readings.find((reading) => reading.failure === null);
	if (best === undefined) throw explainFailure(view, readings);
	const layout = { version: best.header.version, keys: best.keys, markers: best.markers !== null };
	return { reading: best, layout, ambiguity };
}

// The error of the reading that gets furthest without meeting anything implausible.
function explainFailure(view: ByteView, readings: readonly Reading[]): Error {
	const ranked = readings.map((reading) => ({ reading, end: progress(view, reading) }));
	const [furthest] = ranked.sort((a, b) => b.end - a.end);
	return furthest?.reading.failure?.() ?? new RangeError('readings: none was tried');
}

// Up to the end of the last complete key that was looked at, or to the fault in the markers.
function progress(view: ByteView, reading: Reading): number {
	const { keys, reached, slots, end, failure } = reading;
	const found = findImplausible(view, reading);
	if (found !== null) return found.byteOffset;
	if (reached === slots.count) return failure?.().issue.byteOffset ?? end;
	const left = view.byteLength - end - CURVE_HEADER_SIZE;
	if (left < 0) return end;
	const keySize = slotKeySize(slots, keys, reached);
	const hasKey = left >= keySize && view.getInt32(end + 8, true) > 0;
	return hasKey ? end + CURVE_HEADER_SIZE + Math.floor(left / keySize) * keySize : end + 8;
}

import type { ByteView } from '../bytes/view.ts';
import { failAt, type Issue } from '../issue/error.ts';
import { describeLayout, type Layout, type LayoutName } from '../model/layout.ts';
import type { Header } from './header.ts';
import { countImplausible, findImplausible } from './plausible.ts';
import { type Reading, tryReading } from './reading.ts';

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
	if (simple.failure === null && !simple.hasFloatKeys) {
		// Both key sizes read the same: name what MRTK writes with markers, and what is documented without.
		return accept(view, [simple.markers === null ? { ...simple, keys: 'full' } : simple], null);
	}
	const readings = [simple, full()];
	const fitting = readings.filter((reading) => reading.failure === null);
	if (fitting.length < 2) return accept(view, fitting.length === 0 ? readings : fitting, null);

	const counts = readings.map((reading) => countImplausible(view, reading));
	const [simpleCount = 0, fullCount = 0] = counts;
	const better = simpleCount <= fullCount ? simple : (fitting[1] ?? simple);
	const message =
		`the bytes fit simple keys (${simpleCount} implausible values) and full keys (${fullCount}); ` +
		`read with ${better.keys} keys`;
	return accept(view, [better], {
		code: 'ambiguous-layout',
		severity: 'warning',
		message,
		path: '',
		byteOffset: header.firstCurve,
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
	let best = readings[0];
	if (best === undefined) throw new RangeError('readings: at least one is needed');
	for (const reading of readings.slice(1)) {
		if (progress(view, reading) > progress(view, best)) best = reading;
	}
	if (best.failure !== null) throw best.failure();
	const layout = { version: best.header.version, keys: best.keys, markers: best.markers !== null };
	return { reading: best, layout, ambiguity };
}

// How far a reading gets without meeting anything implausible.
function progress(view: ByteView, reading: Reading): number {
	const found = findImplausible(view, reading);
	if (found !== null) return found.byteOffset;
	const isStuckInCurve = reading.reached < reading.slots.count;
	if (!isStuckInCurve) return reading.offsets[reading.reached] ?? 0;
	const start = reading.offsets[reading.reached] ?? 0;
	const isNegative = start + 12 <= view.byteLength && view.getInt32(start + 8, true) < 0;
	return isNegative ? start + 8 : view.byteLength;
}

import { type BytesLike, type ByteView, toBytes, toView } from '../bytes/view.ts';
import type { Issue } from '../issue/error.ts';
import type { Curve } from '../model/curve.ts';
import type { Layout, LayoutName } from '../model/layout.ts';
import { SECTIONS, type SectionFlags, slotPaths } from '../model/order.ts';
import type { Marker } from '../model/recording.ts';
import { detectLayout } from './detect.ts';
import { CURVE_HEADER_SIZE, HEADER_SIZE, isBooleanSlot, readHeader, slotKeySize } from './header.ts';
import { markersByteLength } from './markers.ts';

/** The position of a curve in a file. */
export interface CurveOutline {
	/** The path in the model, such as `hands.left.joints.indexTip.position.x`. */
	readonly path: string;
	readonly kind: Curve['kind'];
	/** The offset of the curve's header. */
	readonly byteOffset: number;
	/** The offset of its keys. */
	readonly keysOffset: number;
	readonly keyCount: number;
	/** The size of a key in bytes: 8 or 28. */
	readonly keySize: number;
	readonly preWrap: number;
	readonly postWrap: number;
}

/** The content of a file and where it lies, without keys. */
export interface Outline {
	readonly byteLength: number;
	readonly layout: Layout;
	readonly sections: SectionFlags;
	/** In file order. */
	readonly curves: readonly CurveOutline[];
	readonly markers: readonly Marker[];
	/** Warnings, such as `ambiguous-layout`. */
	readonly issues: readonly Issue[];
}

/** A range of bytes and its meaning. */
export interface ByteSpan {
	/** The path in the model, or `''` for bytes that belong to the whole file. */
	readonly path: string;
	readonly byteOffset: number;
	readonly byteLength: number;
	/** The meaning; `'unread'` for bytes of a damaged file that could not be read. */
	readonly what: 'magic' | 'version' | 'flag' | 'curve header' | 'keys' | 'marker count' | 'marker' | 'unread';
}

/** How {@link readOutline} reads. */
export interface OutlineOptions {
	/** Read with this layout instead of detecting it. */
	readonly layout?: Layout | LayoutName | undefined;
}

/**
 * Reads which curves and markers a file has and where they lie, without reading keys: a file of any size costs about
 * 400 small reads.
 *
 * Takes bytes in memory or any {@link ByteView}, for example of a file on disk. Throws like `readRecording`.
 *
 * @example
 * const { layout, curves, markers } = readOutline(bytes);
 * console.log(curves[0].path, curves[0].keyCount); // 'head.position.x' 300
 */
export function readOutline(source: BytesLike | ByteView, options: OutlineOptions = {}): Outline {
	const view = 'getInt32' in source ? source : toView(toBytes(source));
	const header = readHeader(view);
	const { reading, layout, ambiguity } = detectLayout(view, header, options.layout);
	const { slots } = reading;
	let end = header.firstCurve;
	const curves = slotPaths(header.flags).map((path, slot): CurveOutline => {
		const byteOffset = end;
		const keysOffset = byteOffset + CURVE_HEADER_SIZE;
		const keyCount = view.getInt32(byteOffset + 8, true);
		const keySize = slotKeySize(slots, layout.keys, slot);
		end = keysOffset + keyCount * keySize;
		return {
			path,
			kind: isBooleanSlot(slots, slot) ? 'boolean' : 'float',
			byteOffset,
			keysOffset,
			keyCount,
			keySize,
			preWrap: view.getInt32(byteOffset, true),
			postWrap: view.getInt32(byteOffset + 4, true),
		};
	});
	return {
		byteLength: view.byteLength,
		layout,
		sections: header.flags,
		curves,
		markers: reading.markers ?? [],
		issues: ambiguity === null ? [] : [ambiguity],
	};
}

/** Reads the time of a key straight from the file. */
export function readKeyTime(view: ByteView, curve: CurveOutline, index: number): number {
	return view.getFloat32(curve.keysOffset + index * curve.keySize, true);
}

/** Lists the meaning of every byte of a file, from the first to the last, without gaps. */
export function listSpans(outline: Outline): ByteSpan[] {
	const spans: ByteSpan[] = [];
	let end = 0;
	const push = (what: ByteSpan['what'], path: string, byteLength: number): void => {
		spans.push({ path, byteOffset: end, byteLength, what });
		end += byteLength;
	};
	push('magic', '', 8);
	push('version', '', HEADER_SIZE - 8);
	if (outline.layout.version === '1.1') for (const section of SECTIONS) push('flag', section, 1);
	for (const { path, keyCount, keySize } of outline.curves) {
		push('curve header', path, CURVE_HEADER_SIZE);
		if (keyCount > 0) push('keys', path, keyCount * keySize);
	}
	if (outline.layout.markers) {
		push('marker count', 'markers', 4);
		const encoder = new TextEncoder();
		outline.markers.forEach((marker, i) => {
			push('marker', `markers[${i}]`, markersByteLength([encoder.encode(marker.name)]) - 4);
		});
	}
	return spans;
}

import { type BytesLike, type ByteView, toBytes, toView } from '../bytes/view.ts';
import type { Issue } from '../issue/error.ts';
import type { Curve } from '../model/curve.ts';
import type { Layout, LayoutName } from '../model/layout.ts';
import { SECTIONS, type SectionFlags, slotPaths } from '../model/order.ts';
import type { Marker } from '../model/recording.ts';
import { detectLayout } from './detect.ts';
import { CURVE_HEADER_SIZE, HEADER_SIZE, isBooleanSlot, readHeader, slotKeySize } from './header.ts';
import { markersByteLength } from './markers.ts';

/** Where a curve lies in a file. */
export interface CurveOutline {
	/** The place in the model, such as `hands.left.joints.indexTip.position.x`. */
	readonly path: string;
	readonly kind: Curve['kind'];
	/** Where the curve's header starts. */
	readonly byteOffset: number;
	/** Where its keys start. */
	readonly keysOffset: number;
	readonly keyCount: number;
	/** Bytes of a key: 8 or 28. */
	readonly keySize: number;
	readonly preWrap: number;
	readonly postWrap: number;
}

/** What a file holds and where, without its keys. */
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

/** A run of bytes and what it is. */
export interface ByteSpan {
	/** The place in the model, or `''` for what belongs to the whole file. */
	readonly path: string;
	readonly byteOffset: number;
	readonly byteLength: number;
	/** `'unread'`: what a damaged file holds where nothing could be made of it. */
	readonly what: 'magic' | 'version' | 'flag' | 'curve header' | 'keys' | 'marker count' | 'marker' | 'unread';
}

/** How {@link readOutline} reads. */
export interface OutlineOptions {
	/** Read as this layout instead of finding it. */
	readonly layout?: Layout | LayoutName;
}

/**
 * What a file holds and where, touching only its headers and markers: a file of any size costs about 400 small reads.
 *
 * Takes bytes in memory or any {@link ByteView}, for example one that reads from disk in small windows. Throws as
 * `readRecording` does.
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

/** What each byte of a file is, from the first to the last, without gaps. */
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

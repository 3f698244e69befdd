/** The structure of a GIF file. */
export interface GifFile {
	readonly width: number;
	readonly height: number;
	/** How often it repeats; 0 is forever, `null` without the extension. */
	readonly repeats: number | null;
	readonly frames: readonly GifFrame[];
}

/** A frame of a GIF file. */
export interface GifFrame {
	/** Hundredths of a second. */
	readonly delay: number;
	/** 1 keeps the frame, 2 clears it before the next. */
	readonly disposal: number;
	readonly isTransparent: boolean;
	readonly hasPalette: boolean;
	/** Bytes of compressed pixels. */
	readonly size: number;
}

/** Reads the blocks of a GIF file without decoding pixels. Throws an `Error` at unknown blocks and at a missing end. */
export function readGif(bytes: Uint8Array): GifFile {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const u16 = (at: number): number => view.getUint16(at, true);
	const tableSize = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
	if (new TextDecoder().decode(bytes.subarray(0, 6)) !== 'GIF89a') throw new Error('no GIF file');
	let at = 13 + tableSize(view.getUint8(10));
	const skipBlocks = (): number => {
		const start = at;
		while (view.getUint8(at) > 0) at += view.getUint8(at) + 1;
		return ++at - start;
	};
	let repeats: number | null = null;
	let control = { delay: 0, disposal: 0, isTransparent: false };
	const frames: GifFrame[] = [];
	for (;;) {
		const kind = view.getUint8(at++);
		if (kind === 0x3b) break;
		if (kind === 0x2c) {
			const flags = view.getUint8(at + 8);
			at += 9 + tableSize(flags) + 1;
			frames.push({ ...control, hasPalette: (flags & 0x80) !== 0, size: skipBlocks() });
			continue;
		}
		if (kind !== 0x21) throw new Error(`unknown block ${kind} at byte ${at - 1}`);
		const label = view.getUint8(at++);
		if (label === 0xf9) {
			const flags = view.getUint8(at + 1);
			control = { delay: u16(at + 2), disposal: (flags >> 2) & 7, isTransparent: (flags & 1) === 1 };
		} else if (label === 0xff) repeats = u16(at + 14);
		skipBlocks();
	}
	if (at !== bytes.length) throw new Error('bytes after the end');
	return { width: u16(6), height: u16(8), repeats, frames };
}

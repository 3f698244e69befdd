import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** The start of a body, and whether it is all of it. */
export interface BodyStart {
	readonly bytes: Buffer;
	readonly isWhole: boolean;
}

/** Reads a body, or a little more than `limit` bytes of it; then the message waits. Rejects if the connection is lost. */
export function readStart(incoming: IncomingMessage, limit: number): Promise<BodyStart> {
	return new Promise((resolve, reject) => {
		const pieces: Buffer[] = [];
		let size = 0;
		const settle = (isWhole: boolean): void => {
			incoming.off('data', take).off('end', end).off('error', reject);
			resolve({ bytes: Buffer.concat(pieces), isWhole });
		};
		const end = (): void => settle(true);
		const take = (piece: Buffer): void => {
			pieces.push(piece);
			size += piece.length;
			if (size <= limit) return;
			incoming.pause();
			settle(false);
		};
		incoming.on('data', take).on('end', end).on('error', reject);
	});
}

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
	identity: async (bytes) => bytes,
	gzip: promisify(gunzip),
	br: promisify(brotliDecompress),
	deflate: promisify(inflate),
};

/** Decodes a page; `null` if it is damaged, larger than `limit`, or in another encoding. */
export async function decodeBody(bytes: Buffer, encoding: string, limit: number): Promise<string | null> {
	if (!Object.hasOwn(DECODERS, encoding)) return null;
	try {
		return (await DECODERS[encoding]!(bytes, { maxOutputLength: limit })).toString();
	} catch {
		return null;
	}
}

import { readSync } from 'node:fs';
import { formatBytes } from '@handreel/text';

/** A device such as /dev/zero never ends. Buffers of this size work on every machine. */
const MAX_BYTES = 2 ** 31;
const CHUNK = 2 ** 20;

/** Reads standard input, a pipe or a device to its end. Throws `Error` if there are more than `limit` bytes. */
export function readStream(fd: number, limit: number = MAX_BYTES): Buffer {
	const chunks: Buffer[] = [];
	const chunk = Buffer.allocUnsafe(CHUNK);
	let size = 0;
	for (let count = readChunk(fd, chunk); count > 0; count = readChunk(fd, chunk)) {
		size += count;
		if (size > limit) throw new Error(`more than ${formatBytes(limit)} from a pipe or device; use the path of a file`);
		chunks.push(Buffer.from(chunk.subarray(0, count)));
	}
	return Buffer.concat(chunks, size);
}

// On Windows, the end of a pipe is an error.
function readChunk(fd: number, chunk: Buffer): number {
	try {
		return readSync(fd, chunk);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EOF') return 0;
		throw error;
	}
}

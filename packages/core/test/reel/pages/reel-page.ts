// Decodes a reel in a browser.
import { writeRecording } from '@handreel/core';
import { decodeReel } from '@handreel/core/reel';

/** Returns the SHA-256 of the `.bin` file of a reel, in hexadecimal digits. */
async function hashReel(url: string): Promise<string> {
	const reel = new Uint8Array(await (await fetch(url)).arrayBuffer());
	const bytes = Uint8Array.from(writeRecording(decodeReel(reel)));
	const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

Object.assign(globalThis, { hashReel });

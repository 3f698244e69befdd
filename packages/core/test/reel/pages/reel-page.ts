// Decodes a reel in a browser.
import { iterateCurves, writeRecording } from '@handreel/core';
import { decodeReel } from '@handreel/core/reel';
import { describeReel } from '../../../../../scripts/reel-vectors/describe.mjs';

/** Returns the SHA-256 of the `.bin` file of a reel, in hexadecimal digits. */
async function hashReel(url: string): Promise<string> {
	const reel = new Uint8Array(await (await fetch(url)).arrayBuffer());
	const bytes = Uint8Array.from(writeRecording(decodeReel(reel)));
	const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns what is in a reel, as its test vector describes it; `null` if it cannot be read. */
async function readVector(url: string): Promise<unknown> {
	const reel = new Uint8Array(await (await fetch(url)).arrayBuffer());
	try {
		const recording = decodeReel(reel);
		return describeReel(recording, iterateCurves(recording));
	} catch (error) {
		return { error: String(error) };
	}
}

Object.assign(globalThis, { hashReel, readVector });

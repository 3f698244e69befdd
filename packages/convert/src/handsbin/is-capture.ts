import { hasControls, peekText } from '../common/inspect-text.ts';

const MAX_NAME = 4096;
/** Longer recordings are not plausible: a year. */
const MAX_SECONDS = 32e6;

/**
 * Whether bytes look like the start of a Unity XR Hands capture. The format has no magic number: version 1 or 2, in version 2
 * two words of flags, a name as .NET writes it, then a duration and a count. The file may end after the name.
 */
export function isCapture(head: Uint8Array): boolean {
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	if (head.length < 5) return false;
	const version = view.getInt32(0, true);
	if (version !== 1 && version !== 2) return false;
	const start = version === 1 ? 4 : 12;
	const [first = 0, second = 0] = head.subarray(start);
	const size = first < 0x80 ? 1 : 2;
	const length = size === 1 ? first : (first & 0x7f) | (second << 7);
	const end = start + size + length;
	if (start >= head.length || second * (size - 1) >= 0x80 || length > MAX_NAME || end > head.length) return false;
	const name = peekText(head.subarray(start + size, end));
	if (hasControls(name) || name.includes('\ufffd')) return false;
	if (end + 8 > head.length) return true;
	const duration = view.getFloat32(end, true);
	// Frames in version 1, joints in version 2.
	const count = view.getInt32(end + 4, true);
	return duration >= 0 && duration < MAX_SECONDS && count >= 0;
}

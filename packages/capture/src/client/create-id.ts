/** Creates an id that nobody can guess: 32 hexadecimal digits. */
export function createId(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

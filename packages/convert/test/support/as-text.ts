/** A file with its content as text. */
export function asText<T extends { readonly bytes: Uint8Array }>(file: T): T & { readonly text: string } {
	return { ...file, text: new TextDecoder().decode(file.bytes) };
}

const GLB_MAGIC = 0x4654_6c67;
const JSON_CHUNK = 0x4e4f_534a;
const BIN_CHUNK = 0x004e_4942;
const HEADER = 12;
const CHUNK_HEADER = 8;

/** The document of a glTF file, as far as it is used here. */
export interface GltfDocument {
	readonly nodes?: readonly { readonly name?: string; readonly [name: string]: unknown }[];
	readonly [name: string]: unknown;
}

/** Packs a document and its buffer into a binary glTF file. */
export function packGlb(document: GltfDocument, binary: Uint8Array): Buffer {
	const text = Buffer.from(JSON.stringify(document));
	const chunks = [chunk(JSON_CHUNK, text, 0x20), chunk(BIN_CHUNK, binary, 0)];
	const header = Buffer.alloc(HEADER);
	header.writeUInt32LE(GLB_MAGIC, 0);
	header.writeUInt32LE(2, 4);
	header.writeUInt32LE(header.length + chunks.reduce((sum, { length }) => sum + length, 0), 8);
	return Buffer.concat([header, ...chunks]);
}

/** Returns a binary glTF file with other node names. Returns files that are not binary glTF as they are. */
export function renameGlbNodes(bytes: Uint8Array, rename: (name: string) => string): Buffer {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (file.length < HEADER + CHUNK_HEADER || file.readUInt32LE(0) !== GLB_MAGIC) return file;
	const end = HEADER + CHUNK_HEADER + file.readUInt32LE(HEADER);
	const document = JSON.parse(file.toString('utf8', HEADER + CHUNK_HEADER, end)) as GltfDocument;
	const nodes = document.nodes?.map((node) => (node.name === undefined ? node : { ...node, name: rename(node.name) }));
	return packGlb({ ...document, ...(nodes && { nodes }) }, file.subarray(end + CHUNK_HEADER));
}

function chunk(type: number, content: Uint8Array, padding: number): Buffer {
	const padded = Buffer.alloc(Math.ceil(content.length / 4) * 4, padding);
	padded.set(content);
	const header = Buffer.alloc(CHUNK_HEADER);
	header.writeUInt32LE(padded.length, 0);
	header.writeUInt32LE(type, 4);
	return Buffer.concat([header, padded]);
}

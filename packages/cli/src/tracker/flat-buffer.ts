// Writes FlatBuffers, front to back: what a table refers to comes after it, so that all offsets point forward.

/** A value of a table's field. */
export type FlatField =
	| { readonly u8: number }
	| { readonly u32: number }
	| { readonly to: FlatNode }
	/** A position in the bytes that follow the buffer. */
	| { readonly after: number };

/** What a buffer consists of. */
export type FlatNode =
	| { readonly kind: 'table'; readonly fields: Readonly<Record<number, FlatField>> }
	| { readonly kind: 'list'; readonly items: readonly FlatField[] }
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'floats'; readonly values: readonly number[] }
	| { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** Alignment of everything that is written, which suits all types of a model. */
const ALIGNMENT = 16;
const WORD = 4;

/** Returns a buffer with a root table and the identifier of its format, whose length is a multiple of 16. */
export function writeFlatBuffer(root: FlatNode, identifier: string): Uint8Array<ArrayBuffer> {
	const places = new Map<FlatNode, number>();
	let end = ALIGNMENT;
	const visit = (node: FlatNode): void => {
		if (places.has(node)) return;
		places.set(node, end);
		end = align(end + measureNode(node));
		for (const field of listFields(node)) if ('to' in field) visit(field.to);
	};
	visit(root);
	const view = new DataView(new ArrayBuffer(end));
	view.setUint32(0, placeOf(root, places), true);
	for (let i = 0; i < WORD; i++) view.setUint8(WORD + i, identifier.charCodeAt(i));
	for (const [node, at] of places) writeNode(view, node, at, (field, from) => resolve(field, from, places, end));
	return new Uint8Array(view.buffer);
}

type Resolve = (field: FlatField, from: number) => number;

function resolve(field: FlatField, from: number, places: ReadonlyMap<FlatNode, number>, end: number): number {
	if ('to' in field) return placeOf(field.to, places) - from;
	if ('after' in field) return end + field.after - from;
	return 'u8' in field ? field.u8 : field.u32;
}

// A table starts after the places of its fields, and bytes so that the first follows a multiple of the alignment.
function placeOf(node: FlatNode, places: ReadonlyMap<FlatNode, number>): number {
	const before = node.kind === 'table' ? measureSlots(node) : node.kind === 'bytes' ? ALIGNMENT - WORD : 0;
	return places.get(node)! + before;
}

type Table = Extract<FlatNode, { kind: 'table' }>;

function countSlots({ fields }: Table): number {
	return Math.max(-1, ...Object.keys(fields).map(Number)) + 1;
}

function measureSlots(table: Table): number {
	return align(2 * WORD + 2 * countSlots(table));
}

function measureNode(node: FlatNode): number {
	if (node.kind === 'table') return measureSlots(node) + WORD * (1 + Object.keys(node.fields).length);
	if (node.kind === 'list') return WORD * (1 + node.items.length);
	if (node.kind === 'floats') return WORD * (1 + node.values.length);
	// Texts end with a zero.
	return node.kind === 'text' ? WORD + node.text.length + 1 : ALIGNMENT + node.bytes.length;
}

function listFields(node: FlatNode): readonly FlatField[] {
	return node.kind === 'table' ? Object.values(node.fields) : node.kind === 'list' ? node.items : [];
}

function writeNode(view: DataView, node: FlatNode, at: number, find: Resolve): void {
	switch (node.kind) {
		case 'table': {
			const start = at + measureSlots(node);
			view.setInt32(start, start - at, true);
			view.setUint16(at, 4 + 2 * countSlots(node), true);
			view.setUint16(at + 2, WORD * (1 + Object.keys(node.fields).length), true);
			for (const [i, [slot, field]] of Object.entries(node.fields).entries()) {
				const place = start + WORD * (1 + i);
				view.setUint16(at + 4 + 2 * Number(slot), place - start, true);
				view.setUint32(place, find(field, place), true);
			}
			break;
		}
		case 'list':
			view.setUint32(at, node.items.length, true);
			for (const [i, item] of node.items.entries()) {
				const place = at + WORD * (1 + i);
				view.setUint32(place, find(item, place), true);
			}
			break;
		case 'floats':
			view.setUint32(at, node.values.length, true);
			for (const [i, value] of node.values.entries()) view.setFloat32(at + WORD * (1 + i), value, true);
			break;
		case 'text':
			view.setUint32(at, node.text.length, true);
			for (let i = 0; i < node.text.length; i++) view.setUint8(at + WORD + i, node.text.charCodeAt(i));
			break;
		case 'bytes':
			view.setUint32(at + ALIGNMENT - WORD, node.bytes.length, true);
			new Uint8Array(view.buffer).set(node.bytes, at + ALIGNMENT);
			break;
	}
}

function align(size: number): number {
	return Math.ceil(size / ALIGNMENT) * ALIGNMENT;
}

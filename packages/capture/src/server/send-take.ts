import { createReadStream, openSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { isTakeId, TAKE_FILE_HEADER, TAKE_STATE_HEADER } from '../protocol/messages.ts';
import type { TakeStore } from '../store/take-store.ts';
import { answer, HEADERS, refuse } from './respond.ts';

/**
 * Sends the bytes of a take: the whole records of its journal from the byte `from` on while it is recorded, then its file.
 * They are read from the disk as fast as the client takes them, so a slow client costs nothing.
 */
export function sendTake(request: IncomingMessage, response: ServerResponse, store: TakeStore, id: string): void {
	const saved = isTakeId(id) ? store.findSaved(id) : undefined;
	const open = isTakeId(id) ? store.find(id) : undefined;
	const from = Number(new URLSearchParams(request.url?.split('?')[1]).get('from') ?? 0);
	if (request.method !== 'GET') refuse(response, 405);
	else if (!Number.isSafeInteger(from) || from < 0) refuse(response, 400, 'from must be a number of bytes');
	else if (saved !== undefined) send(response, 'saved', saved.file, () => store.openSaved(saved), 0, undefined);
	else if (open !== undefined)
		send(response, 'recording', `${open.name}.hrj`, () => openSync(open.path, 'r'), from, open.recordEnd);
	else refuse(response, 404);
}

function send(
	response: ServerResponse,
	state: 'saved' | 'recording',
	name: string,
	openFile: () => number,
	start: number,
	end: number | undefined,
): void {
	const headers = { [TAKE_STATE_HEADER]: state, [TAKE_FILE_HEADER]: encodeURIComponent(name) };
	if (end !== undefined && start >= end) {
		answer(response, BYTES, '', headers);
		return;
	}
	let fd: number;
	try {
		fd = openFile();
	} catch {
		// Somebody has moved or replaced the file.
		refuse(response, 404);
		return;
	}
	response.writeHead(200, { ...HEADERS, 'Content-Type': BYTES, ...headers });
	const stream = createReadStream('', { fd, start, end: end === undefined ? undefined : end - 1 });
	pipeline(stream, response, () => {});
}

const BYTES = 'application/octet-stream';

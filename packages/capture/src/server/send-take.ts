import { createReadStream } from 'node:fs';
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
	else if (saved !== undefined) send(response, 'saved', saved.file, store.pathOf(saved.file), 0, null);
	else if (open !== undefined) send(response, 'recording', `${open.name}.hrj`, open.path, from, open.recordEnd);
	else refuse(response, 404);
}

function send(
	response: ServerResponse,
	state: 'saved' | 'recording',
	name: string,
	path: string,
	start: number,
	end: number | null,
): void {
	const headers = { [TAKE_STATE_HEADER]: state, [TAKE_FILE_HEADER]: encodeURIComponent(name) };
	if (end !== null && start >= end) {
		answer(response, BYTES, '', headers);
		return;
	}
	const stream = createReadStream(path, { start, ...(end === null ? {} : { end: end - 1 }) });
	stream.once('open', () => {
		response.writeHead(200, { ...HEADERS, 'Content-Type': BYTES, ...headers });
		pipeline(stream, response, () => {});
	});
	stream.once('error', () => {
		if (!response.headersSent) refuse(response, 404);
	});
}

const BYTES = 'application/octet-stream';

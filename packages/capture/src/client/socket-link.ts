import type { ServerMessage } from '../protocol/messages.ts';
import type { Link, LinkEvents, LinkTarget } from './link.ts';

/** Bytes that may wait in the socket. More would only delay what is sent next. */
const MAX_WAITING_BYTES: number = 512 * 1024;
const RETRY_MS = 20;
/** Milliseconds until a socket that does not open counts as refused. Some browsers never report it. */
const OPEN_TIMEOUT_MS = 5000;

/** Opens a WebSocket. */
export async function openSocketLink({ base, token }: LinkTarget, events: LinkEvents): Promise<Link> {
	const url = new URL('socket', base);
	url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
	if (token !== null) url.searchParams.set('token', token);
	const socket = new WebSocket(url);
	socket.binaryType = 'arraybuffer';
	await new Promise<void>((resolve, reject) => {
		const timer = setTimeout(() => {
			socket.close();
			reject(new Error('the WebSocket does not open'));
		}, OPEN_TIMEOUT_MS);
		socket.onopen = () => {
			clearTimeout(timer);
			resolve();
		};
		socket.onerror = () => {
			clearTimeout(timer);
			reject(new Error('the WebSocket was refused'));
		};
	});
	let isOpen = true;
	let retry: ReturnType<typeof setTimeout> | null = null;
	socket.onerror = null;
	socket.onmessage = ({ data }) => {
		if (typeof data === 'string') events.onMessage(JSON.parse(data) as ServerMessage);
		else events.onBytes?.(new Uint8Array(data as ArrayBuffer));
	};
	socket.onclose = () => {
		if (isOpen) events.onLost('the connection was closed');
		isOpen = false;
	};
	return {
		transport: 'socket',
		get isReady() {
			if (socket.bufferedAmount <= MAX_WAITING_BYTES) return true;
			retry ??= setTimeout(() => {
				retry = null;
				if (isOpen) events.onReady();
			}, RETRY_MS);
			return false;
		},
		send: (message) => {
			if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
		},
		sendBytes: (message) => {
			if (socket.readyState === WebSocket.OPEN) socket.send(message);
		},
		close: () => {
			isOpen = false;
			if (retry !== null) clearTimeout(retry);
			socket.close();
		},
	};
}

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A network between a headset and a server, which can be cut. */
export interface CutProxy {
	readonly port: number;
	/** Ends all connections and refuses others until {@link restore}. */
	cut(): void;
	restore(): void;
	close(): Promise<void>;
}

/** Starts a proxy to a port of this machine. */
export async function startCutProxy(target: number): Promise<CutProxy> {
	const sockets = new Set<Socket>();
	let isCut = false;
	const server = createServer((near) => {
		if (isCut) {
			near.destroy();
			return;
		}
		const far = connect(target, '127.0.0.1');
		for (const [from, to] of [
			[near, far],
			[far, near],
		] as const) {
			sockets.add(from);
			from.on('error', () => to.destroy());
			from.on('close', () => {
				sockets.delete(from);
				to.destroy();
			});
			from.pipe(to);
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const cut = (): void => {
		isCut = true;
		for (const socket of sockets) socket.destroy();
	};
	return {
		port: (server.address() as AddressInfo).port,
		cut,
		restore: () => {
			isCut = false;
		},
		close: async () => {
			cut();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

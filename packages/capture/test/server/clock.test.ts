import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { connectCapture } from '../../src/client/capture-client.ts';
import { startCaptureServer } from '../../src/server/capture-server.ts';
import { RateLimit } from '../../src/server/rate-limit.ts';
import { makeTake, takeId } from '../support/made-take.ts';
import { useScratch } from '../support/scratch.ts';
import { TestClient } from '../support/socket-headset.ts';

const scratch = useScratch();
afterEach(() => void vi.useRealTimers());

it.each([-3600, 3600])('a clock that is set by %i seconds silences neither POST nor WebSockets', async (seconds) => {
	vi.useFakeTimers({ toFake: ['Date'] });
	const folder = scratch();
	const server = await startCaptureServer({ folder, assets: folder });
	onTestFinished(() => server.close());
	const http = `http://localhost:${server.port}/__handreel/`;
	const headset = await TestClient.greet(`${http.replace('http', 'ws')}socket`);
	vi.setSystemTime(Date.now() + seconds * 1000);
	// Waiting would take an hour.
	headset.send({ type: 'open', take: takeId(1) });
	await headset.sendTake(takeId(1), makeTake(5).bytes);
	for (let i = 0; i < 3; i++) {
		const response = await fetch(`${http}messages`, {
			method: 'POST',
			body: '{"type":"poll"}',
			headers: { 'content-type': 'application/json', 'x-handreel-client': takeId(9) },
		});
		expect(response.status).toBe(200);
	}
});

it.each(['socket', 'post'] as const)(
	'a headset whose clock jumps by an hour, back and forth, sends its take by %s',
	async (transport) => {
		vi.useFakeTimers({ toFake: ['Date'] });
		vi.stubGlobal('WebSocket', WebSocket);
		vi.stubGlobal('navigator', { userAgent: 'Quest 3' });
		onTestFinished(() => void vi.unstubAllGlobals());
		const folder = scratch();
		const server = await startCaptureServer({ folder, assets: folder });
		onTestFinished(() => server.close());
		let jumps = 0;
		const client = await connectCapture({
			url: `http://localhost:${server.port}`,
			transport,
			onChange: () => vi.setSystemTime(Date.now() + (jumps++ % 2 === 0 ? -3600e3 : 3600e3)),
		});
		onTestFinished(() => client.close());
		const { bytes } = makeTake(30);
		const take = client.openTake();
		for (let at = 0; at < bytes.length; at += 5000) {
			vi.setSystemTime(Date.now() + (jumps++ % 2 === 0 ? -3600e3 : 3600e3));
			take.write(bytes.slice(at, at + 5000));
			await new Promise(setImmediate);
		}
		expect(await take.finish()).toMatchObject({ frames: 30 });
	},
);

it('a limit takes a step back for no time at all', () => {
	const limit = new RateLimit(1000, 1000, 5000);
	expect(limit.take(500, 1000)).toBe(0);
	expect(limit.take(600, 1000)).toBe(100);
	expect(limit.take(0, 1100)).toBe(0);
});

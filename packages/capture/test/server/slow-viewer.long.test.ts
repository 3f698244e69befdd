import { readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startCaptureServer } from '../../src/server/capture-server.ts';
import { makeTake, takeId } from '../support/made-take.ts';
import { useScratch } from '../support/scratch.ts';
import { TestClient } from '../support/socket-headset.ts';

const scratch = useScratch();

describe('a viewer that reads nothing', () => {
	it('neither slows a take nor fills memory: ten minutes at 90 Hz', async () => {
		const folder = scratch();
		const server = await startCaptureServer({ folder, assets: folder });
		onTestFinished(() => server.close());
		const url = `ws://localhost:${server.port}/__handreel/socket`;
		const viewer = await TestClient.greet(url, 'viewer');
		viewer.socket.pause();
		const headset = await TestClient.greet(url);
		const { bytes } = makeTake(90 * 600);
		const before = process.memoryUsage();
		headset.send({ type: 'open', take: takeId(1) });
		await headset.sendTake(takeId(1), bytes, 0, 200_000);
		const after = process.memoryUsage();
		const grown = after.arrayBuffers + after.external - before.arrayBuffers - before.external;
		// The take has 85 MB; waiting for a viewer are at most 1 MB, and what its socket holds.
		expect(bytes.length).toBeGreaterThan(80e6);
		expect(grown).toBeLessThan(40e6);
		// A viewer that answers no ping for too long is closed.
		const { count, skipped } = server.viewers;
		expect(count === 0 || skipped > 300, `${count} viewers, ${skipped} skipped`).toBe(true);
		expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toHaveLength(1);
		viewer.socket.terminate();
	});
});

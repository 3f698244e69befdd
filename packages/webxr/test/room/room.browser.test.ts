// What pages see of a room: that of a recording, the default one, or one from code.
import { createCurve, createRecording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { createTestRoom } from '../../../core/test/support/test-room.ts';
import { makeHand, pose, states } from '../support/made-recording.ts';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();
const options = { room: true, frameRate: 20 };
/** Looks ahead for two seconds, with a head 1.6 m above the floor. */
const head = { ...pose(0, 1.6, 0), position: { ...pose(0, 1.6, 0).position, x: createCurve([0, 0, 2, 0]) } };
const recorded = encodeReel(createRecording({ head, room: createTestRoom() }));
const roomless = encodeReel(createRecording({ head }));

describe('a recorded room', () => {
	it('appears, changes and goes at the times of the recording', async () => {
		const page = await open({ recording: recorded, options });
		const seen = await page.evaluate(async () => {
			const { session, space } = await kit.start('immersive-ar', ['plane-detection', 'mesh-detection', 'local']);
			const objects = new Set<object>();
			return kit.inFrames(session, 35, (frame) => {
				const place = (target: XRSpace): number[] => {
					const { x, y, z } = frame.getPose(target, space)!.transform.position;
					return [x, y, z].map((value) => Math.round(value * 100) / 100);
				};
				const planes = [...frame.detectedPlanes];
				for (const plane of planes) objects.add(plane);
				return {
					planes: planes.map(({ semanticLabel, planeSpace, orientation, lastChangedTime, polygon }) => [
						`${semanticLabel} ${orientation}`,
						place(planeSpace),
						Math.round(frame.predictedDisplayTime - lastChangedTime),
						polygon.map(({ x, z }) => [x, z].map((value) => Math.round(value * 10) / 10).join(' ')).join(', '),
					]),
					meshes: [...frame.detectedMeshes].map(({ semanticLabel, meshSpace, vertices, indices }) => [
						semanticLabel,
						place(meshSpace),
						vertices.length / 3,
						indices.length / 3,
					]),
					objects: objects.size,
				};
			});
		});
		// Frames at 0, 0.45, 0.5, 1, 1.25 and 1.5 s.
		const [first, before, wall, box, table, after] = [0, 9, 10, 20, 25, 30].map((i) => seen[i]!);
		expect(first!.planes).toEqual([
			['floor horizontal', [0, 0, 0], 0, '-2 2, -2 -2, 2 -2, 2 2'],
			['table horizontal', [0, 0.7, -1.1], 0, '-0.5 0.3, -0.5 -0.3, 0.5 -0.3'],
		]);
		expect(first!.meshes).toEqual([
			['screen', [0, 0.5, -1], 8, 12],
			['global mesh', [0, 0, 0], 169, 288],
		]);
		expect(before!.planes.map(([name, , age]) => [name, age])).toEqual([
			['floor horizontal', 450],
			['table horizontal', 450],
		]);
		expect(wall!.planes.at(-1)!.slice(0, 3)).toEqual(['wall vertical', [0, 1, -2], 0]);
		expect(box!.meshes[0]!.slice(0, 2)).toEqual(['screen', [0.25, 0.5, -1]]);
		expect(table!.planes[1]!.slice(0, 3)).toEqual(['table horizontal', [0.1, 0.7, -1.2], 0]);
		expect(after!.planes.map(([name]) => name)).toEqual(['floor horizontal', 'table horizontal']);
		expect(after!.objects).toBe(3);
	});

	it('has anchors that pages restore by name, and that get lost', async () => {
		const page = await open({ recording: recorded, options });
		const seen = await page.evaluate(async () => {
			const { session, space } = await kit.start('immersive-ar', ['anchors', 'local']);
			const found: unknown[] = [];
			const handles = await kit.inFrames(session, 13, () => session.persistentAnchors.join());
			found.push(handles[0], handles[6], handles[12]);
			const anchor = await session.restorePersistentAnchor('8f1c');
			found.push(await kit.errorName(() => session.restorePersistentAnchor('gone')));
			const heights = await kit.inFrames(session, 24, (frame) => {
				const y = frame.getPose(anchor.anchorSpace, space)?.transform.position.y;
				return frame.trackedAnchors.has(anchor) && y !== undefined ? Math.round(y * 100) / 100 : null;
			});
			return [...found, heights];
		});
		const lost = [...Array(7).fill(0.7), ...Array(15).fill(null), 0.71, 0.71];
		expect(seen).toEqual(['gone', '', '8f1c', 'InvalidStateError', lost]);
	});

	it('has light', async () => {
		const page = await open({ recording: recorded, options });
		const seen = await page.evaluate(async () => {
			const { session } = await kit.start('immersive-ar', ['light-estimation', 'local']);
			const probe = await session.requestLightProbe();
			const estimates = await kit.inFrames(session, 22, (frame) => frame.getLightEstimate(probe)!);
			return [estimates[0]!, estimates[21]!].map((estimate) => [
				estimate.primaryLightDirection.toJSON(),
				Math.round(estimate.primaryLightIntensity.x),
				estimate.sphericalHarmonicsCoefficients.length,
			]);
		});
		const direction = { x: Math.fround(0.6), y: Math.fround(0.8), z: -0, w: 0 };
		expect(seen).toEqual([
			[direction, 1, 27],
			[direction, 2, 27],
		]);
	});
});

describe('the default room', () => {
	it('is there if the recording has none: a table in reach of a hit test, and anchors that stay when the space is reset', async () => {
		const page = await open({ recording: roomless, options });
		const seen = await page.evaluate(async () => {
			const { session, space } = await kit.start('immersive-ar', ['hit-test', 'anchors', 'plane-detection', 'local']);
			const viewer = await session.requestReferenceSpace('viewer');
			const Ray = (globalThis as unknown as { XRRay: new (origin: object, direction: object) => object }).XRRay;
			const offsetRay = new Ray({}, { x: 0, y: -0.8, z: -1 });
			const source = await session.requestHitTestSource({ space: viewer, offsetRay });
			const place = (frame: XRFrame, target: XRSpace): number[] => {
				const { x, y, z } = frame.getPose(target, space)!.transform.position;
				return [x, y, z].map((value) => Math.round(value * 1000) / 1000 + 0);
			};
			let created: Promise<XRAnchor> | undefined;
			const hits = await kit.inFrame(session, (frame) => {
				const results = frame.getHitTestResults(source);
				created = results[0]!.createAnchor();
				return results.map((result) => {
					const { x, y, z } = result.getPose(space)!.transform.position;
					return [x, y, z].map((value) => Math.round(value * 1000) / 1000 + 0);
				});
			});
			const anchor = await created!;
			const handle = await anchor.requestPersistentHandle();
			const [before] = await kit.inFrames(session, 1, (frame) => [
				place(frame, anchor.anchorSpace),
				frame.trackedAnchors.size,
			]);
			handreel.driver.recenter();
			const [after] = await kit.inFrames(session, 1, (frame) =>
				[...frame.detectedPlanes]
					.map(({ semanticLabel, planeSpace }) => [
						semanticLabel,
						place(frame, planeSpace),
						place(frame, anchor.anchorSpace),
					])
					.find(([label]) => label === 'table'),
			);
			source.cancel();
			const inFrame = await kit.inFrame(session, (frame) => kit.errorName(() => frame.getHitTestResults(source)));
			const errors = [inFrame];
			anchor.delete();
			errors.push(await kit.errorName(() => anchor.anchorSpace));
			const [left] = await kit.inFrames(session, 1, (frame) => frame.trackedAnchors.size);
			await session.end();
			const again = await kit.start('immersive-ar', ['anchors', 'local']);
			const restored = await again.session.restorePersistentAnchor(handle);
			const [place2] = await kit.inFrames(
				again.session,
				1,
				(frame) => frame.getPose(restored.anchorSpace, again.space)!.transform.position.y,
			);
			await again.session.deletePersistentAnchor(handle);
			return { hits, before, after, errors, left, handle, y: place2, handles: again.session.persistentAnchors };
		});
		// The ray meets the table, then the floor behind it.
		expect(seen.hits).toEqual([
			[0, 0.74, -1.075],
			[0, 0, -2],
		]);
		expect(seen.before).toEqual([[0, 0.74, -1.075], 1]);
		// Recentering moves the origin up to the head; the anchor stays on the table.
		expect(seen.after).toEqual(['table', [0, -0.86, -1.1], [0, -0.86, -1.075]]);
		expect(seen.errors).toEqual(['InvalidStateError', 'InvalidStateError']);
		expect(seen.left).toBe(0);
		expect(seen.handle).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
		expect(seen.y).toBeCloseTo(-0.86);
		expect(seen.handles).toEqual([]);
	});

	it('is met by the rays of transient input', async () => {
		const pinching = { tracked: states(0, 1), pinching: states(0, 0, 0.2, 1, 1, 0) };
		const bytes = encodeReel(createRecording({ head, hands: { right: makeHand(pinching.tracked, pinching) } }));
		const page = await open({ recording: bytes, options: { ...options, selectWith: 'transient-pointer' } });
		const counts = await page.evaluate(async () => {
			const { session } = await kit.start('immersive-ar', ['hit-test', 'local']);
			const source = await session.requestHitTestSourceForTransientInput({ profile: 'generic-button' });
			const found = await kit.inFrames(session, 24, (frame) =>
				frame
					.getHitTestResultsForTransientInput(source)
					.map(({ inputSource, results }) => [inputSource.targetRayMode, results.length > 0]),
			);
			return [found[0], found[8], found[23]];
		});
		expect(counts).toEqual([[], [['transient-pointer', true]], []]);
	});

	it('is absent without the option, and so are its interfaces', async () => {
		const page = await open({ recording: recorded, options: { frameRate: 20 } });
		const seen = await page.evaluate(async () => [
			await kit.errorName(() => kit.start('immersive-ar', ['plane-detection'])),
			['XRPlane', 'XRRay', 'XRAnchor'].filter((name) => name in globalThis),
			'detectedPlanes' in XRFrame.prototype,
		]);
		expect(seen).toEqual(['NotSupportedError', [], false]);
	});
});

it('a room from code replaces that of the recording', async () => {
	const page = await open({ recording: recorded, options });
	const labels = await page.evaluate(async () => {
		const {
			driver,
			VirtualDevice,
			createRoom: create,
		} = handreel as unknown as {
			driver: { addDevice(device: object): void };
			VirtualDevice: new (init: object) => object;
			createRoom: (parts: object) => object;
		};
		const states = [{ time: 0, pose: [0, 1, 1, 0, 0, 0, 1], polygon: [0, 0, 0, 1, 1, 1] }];
		driver.addDevice(new VirtualDevice({ room: create({ planes: [{ label: 'desk', states }] }) }));
		const { session } = await kit.start('immersive-ar', ['plane-detection', 'local']);
		const frames = await kit.inFrames(session, 2, (frame) =>
			[...frame.detectedPlanes].map(({ semanticLabel }) => semanticLabel),
		);
		return frames[1];
	});
	expect(labels).toEqual(['desk']);
});

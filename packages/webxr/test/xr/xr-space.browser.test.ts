// Rules of the WebXR Device API about spaces, poses and views. Each group names its section.
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();

describe('WebXR Device API, XRRigidTransform', () => {
	it('normalizes orientations and refuses invalid ones', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { orientation, position } = new XRRigidTransform({ x: 1, y: 2, z: 3 }, { x: 0, y: 3, z: 0, w: 4 });
			return [
				[position.x, position.y, position.z, position.w],
				[orientation.x, orientation.y, orientation.z, orientation.w],
				await kit.errorName(() => new XRRigidTransform({ w: 2 })),
				await kit.errorName(() => new XRRigidTransform({ x: Number.NaN })),
				await kit.errorName(() => new XRRigidTransform({}, { x: 0, y: 0, z: 0, w: 0 })),
				[...new XRRigidTransform().matrix],
			];
		});
		expect(result).toEqual([
			[1, 2, 3, 1],
			[0, 0.6, 0, 0.8],
			'TypeError',
			'TypeError',
			'InvalidStateError',
			[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
		]);
	});

	it('has a matrix that agrees with DOMMatrix, and is the inverse of its inverse', async () => {
		const page = await open();
		const result = await page.evaluate(() => {
			const half = Math.sin(0.3);
			const transform = new XRRigidTransform({ x: 1, y: -2, z: 0.5 }, { y: half, w: Math.cos(0.3) });
			const expected = new DOMMatrix().translate(1, -2, 0.5).rotate(0, (0.6 * 180) / Math.PI, 0);
			const product = DOMMatrix.fromFloat32Array(transform.matrix).multiply(
				DOMMatrix.fromFloat32Array(transform.inverse.matrix),
			);
			const difference = (a: DOMMatrix, b: DOMMatrix): number =>
				Math.max(...a.toFloat64Array().map((value, i) => Math.abs(value - b.toFloat64Array()[i]!)));
			return {
				error: difference(DOMMatrix.fromFloat32Array(transform.matrix), expected),
				rest: difference(product, new DOMMatrix()),
				isSame: transform.inverse.inverse === transform,
			};
		});
		expect(result.error).toBeLessThan(1e-6);
		expect(result.rest).toBeLessThan(1e-6);
		expect(result.isSame).toBe(true);
	});
});

describe('WebXR Device API, XRFrame', () => {
	it('is usable only while its callback runs, and only for its own session', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			const inline = await navigator.xr.requestSession('inline');
			const foreign = await inline.requestReferenceSpace('viewer');
			let kept: XRFrame | undefined;
			const inside = await kit.inFrame(session, (frame) => {
				kept = frame;
				return Promise.all([
					kit.errorName(() => frame.getPose(space, space)),
					kit.errorName(() => frame.getPose(foreign, space)),
					kit.errorName(() => frame.getViewerPose(foreign)),
				]);
			});
			return [await inside, await kit.errorName(() => kept?.getPose(space, space))];
		});
		expect(result).toEqual([[null, 'InvalidStateError', 'InvalidStateError'], 'InvalidStateError']);
	});

	it('of an event has poses but no viewer', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			const log: unknown[] = [];
			session.onselectstart = (event) => {
				const { frame, inputSource } = event as Event & { frame: XRFrame; inputSource: XRSession['inputSources'][0] };
				log.push(frame.getPose(inputSource.targetRaySpace, space) !== null);
				kit.errorName(() => frame.getViewerPose(space)).then((name) => log.push(name));
			};
			await handreel.driver.stepTo(1);
			return log;
		});
		expect(result).toEqual([true, 'InvalidStateError']);
	});
});

describe('WebXR Device API, XRReferenceSpace', () => {
	it('puts the floor at floorY, and the viewer at its own origin', async () => {
		const page = await open({ options: { floorY: -1.25 } });
		const result = await page.evaluate(async () => {
			const { session, space } = await kit.start('immersive-vr', [
				'local',
				'local-floor',
				'bounded-floor',
				'unbounded',
			]);
			const spaces = await Promise.all(
				['viewer', 'local-floor', 'bounded-floor', 'unbounded'].map((type) => session.requestReferenceSpace(type)),
			);
			return kit.inFrame(session, (frame) => {
				const head = frame.getViewerPose(space)!.transform.position;
				const origins = [new DOMPoint(), head, head, head];
				return spaces.map((other, i) => {
					const { x, y, z } = frame.getViewerPose(other)!.transform.position;
					const from = origins[i]!;
					return [x - from.x, y - from.y, z - from.z].map((value) => Math.round(value * 1e6) / 1e6 + 0);
				});
			});
		});
		expect(result).toEqual([
			[0, 0, 0],
			[0, 1.25, 0],
			[0, 1.25, 0],
			[0, 0, 0],
		]);
	});

	it('moves its origin with getOffsetReferenceSpace, even twice', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			const turn = new XRRigidTransform({ x: 1 }, { y: Math.SQRT1_2, w: Math.SQRT1_2 });
			const once = space.getOffsetReferenceSpace(turn);
			const twice = once.getOffsetReferenceSpace(new XRRigidTransform({ z: 2 }));
			return kit.inFrame(session, (frame) => {
				const at = (other: XRReferenceSpace): number[] => {
					const { x, y, z } = frame.getPose(other, space)!.transform.position;
					return [x, y, z].map((value) => Math.round(value * 1e6) / 1e6 + 0);
				};
				return [at(once), at(twice)];
			});
		});
		expect(result).toEqual([
			[1, 0, 0],
			[3, 0, 0],
		]);
	});
});

describe('WebXR Device API, XRBoundedReferenceSpace', () => {
	it('has clockwise corners on the floor, and moves them with an offset', async () => {
		const page = await open({ options: { bounds: [2, 4] } });
		const result = await page.evaluate(async () => {
			const { session } = await kit.start('immersive-vr', ['local', 'bounded-floor']);
			const space = await session.requestReferenceSpace('bounded-floor');
			const moved = space.getOffsetReferenceSpace(new XRRigidTransform({ x: 1 }));
			return [space, moved].map((bounded) =>
				(bounded as XRReferenceSpace & { boundsGeometry: DOMPointReadOnly[] }).boundsGeometry.map(({ x, z }) => [x, z]),
			);
		});
		expect(result).toEqual([
			[
				[-1, -2],
				[1, -2],
				[1, 2],
				[-1, 2],
			],
			[
				[-2, -2],
				[0, -2],
				[0, 2],
				[-2, 2],
			],
		]);
	});
});

describe('WebXR Device API, XRView', () => {
	it('separates the eyes, and projects with the depth range of the render state', async () => {
		const page = await open({ options: { eyeDistance: 0.07, fieldOfViewDegrees: 60 } });
		const result = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			session.updateRenderState({ depthNear: 0.5, depthFar: 100 });
			return kit.inFrame(session, (frame) => {
				const { views, transform } = frame.getViewerPose(space)!;
				const eyes = views.map((view) => {
					const offset = DOMMatrix.fromFloat32Array(transform.inverse.matrix).multiply(
						DOMMatrix.fromFloat32Array(view.transform.matrix),
					);
					return Math.round(offset.m41 * 1e5) / 1e5;
				});
				return { eyes, projection: [...views[0]!.projectionMatrix] };
			});
		});
		expect(result.eyes).toEqual([-0.035, 0.035]);
		const [a = 0, f = 0, c = 0, d = 0] = [0, 5, 10, 14].map((i) => result.projection[i]);
		expect(f).toBeCloseTo(Math.sqrt(3), 5);
		expect(a).toBeCloseTo(Math.sqrt(3), 5); // half of 300 by 150 pixels is square
		expect((c * -0.5 + d) / 0.5).toBeCloseTo(-1, 5);
		expect((c * -100 + d) / 100).toBeCloseTo(1, 4);
	});
});

import { describe, expect, it } from 'vitest';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();

describe('mutations', () => {
	it('add the same jitter for the same seed, within the limit', async () => {
		const wrists = async (jitter?: { position: number; seed?: number }): Promise<number[]> => {
			const page = await open(jitter ? { options: { mutations: { jitter } } } : {});
			return page.evaluate(async () => {
				const { session, space } = await kit.start();
				return kit.inFrames(session, 5, (frame) => {
					const hand = session.inputSources[0]!.hand!;
					return frame.getJointPose(hand.get('wrist')!, space)!.transform.position.x;
				});
			});
		};
		const plain = await wrists();
		const first = await wrists({ position: 0.01, seed: 3 });
		expect(await wrists({ position: 0.01, seed: 3 })).toEqual(first);
		expect(await wrists({ position: 0.01, seed: 4 })).not.toEqual(first);
		for (const [i, value] of first.entries()) {
			expect(value).not.toBe(plain[i]);
			expect(Math.abs(value - plain[i]!)).toBeLessThan(0.0101);
		}
	});

	it('mirror, swap hands and lower the frame rate of tracking', async () => {
		const look = async (mutations: object): Promise<{ name: string; x: number }[][]> => {
			const page = await open({ options: { mutations } });
			return page.evaluate(async () => {
				const { session, space } = await kit.start();
				return kit.inFrames(session, 6, (frame) =>
					[...session.inputSources].map(({ hand, handedness }) => ({
						name: handedness,
						x: frame.getJointPose(hand!.get('wrist')!, space)!.transform.position.x,
					})),
				);
			});
		};
		const plain = await look({});
		const [left, right] = plain[5]!;
		expect((await look({ mirrored: true }))[5]).toEqual([
			{ name: 'left', x: -right!.x },
			{ name: 'right', x: -left!.x },
		]);
		expect((await look({ swappedSides: true }))[5]).toEqual([
			{ name: 'right', x: left!.x },
			{ name: 'left', x: right!.x },
		]);
		const slow = (await look({ trackingFrameRate: 20 })).map(([hand]) => hand!.x);
		const fast = plain.map(([hand]) => hand!.x);
		expect(new Set(fast).size).toBe(6);
		expect(slow).toEqual([0, 0, 0, 3, 3, 3].map((i) => expect.closeTo(fast[i]!, 6)));
	});
});

describe('synthesized data', () => {
	it('can be replaced: ray and radii', async () => {
		const radii = Array.from({ length: 25 }, (_, i) => i / 1024);
		const page = await open({ options: { pointer: 'index', radii } });
		const result = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			return kit.inFrame(session, (frame) => {
				const { hand, targetRaySpace } = session.inputSources[0]!;
				const out = new Float32Array(25);
				frame.fillJointRadii(hand!.values(), out);
				const knuckle = frame.getJointPose(hand!.get('index-finger-phalanx-proximal')!, space)!;
				const ray = frame.getPose(targetRaySpace, space)!;
				return { radii: [...out], same: [...ray.transform.matrix].join() === [...knuckle.transform.matrix].join() };
			});
		});
		expect(result).toEqual({ radii, same: true });
	});
});

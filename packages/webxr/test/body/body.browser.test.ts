import { BODY_JOINTS, BodySampler, type Recording } from '@handreel/core';
import { findBody } from '@handreel/core/internal';
import { Performer } from '@handreel/core/perform';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { enterPage } from '../support/enter-page.ts';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();
const FRAME_RATE = 30;
const TIMES = [0.5, 0.8, 1.2] as const;

function perform(body: boolean): Recording {
	const performer = new Performer({ body, frameRate: FRAME_RATE });
	performer.right.reach([0.25, 1.2, 0.4]).pinch();
	return performer.toRecording();
}

const recording = perform(true);
const bytes = encodeReel(recording);

/** The places of all joints, in WebXR's space. */
function listPlaces(given: Recording, time: number): number[][] {
	const sampler = BodySampler.create(given, { space: 'webxr' })!;
	const { joints } = sampler.sample(Math.fround(time), sampler.createSample());
	return BODY_JOINTS.map(({ index }) => [...joints.subarray(index * 7, index * 7 + 3)]);
}

const rounded = (places: readonly (readonly number[])[]): number[][] =>
	places.map((place) => place.map((value) => Math.round(value * 1e5) / 1e5 + 0));

describe('the body of a recording', () => {
	it('moves the body of the body tracking of Babylon.js', async () => {
		const url = '/packages/webxr/test/pages/body-babylon.html';
		const page = await open({ url, recording: bytes, options: { body: true, frameRate: FRAME_RATE } });
		await enterPage(page);
		for (const time of TIMES) {
			const seen = await page.evaluate(async (to) => {
				await handreel.driver.stepTo(to);
				return (globalThis as unknown as { joints: number[][] }).joints;
			}, time);
			expect(seen).toHaveLength(83);
			const apart = seen.map((place, i) =>
				Math.hypot(...place.map((value, axis) => value - listPlaces(recording, time)[i]![axis]!)),
			);
			expect(Math.max(...apart)).toBeLessThan(1e-4);
		}
	});

	it('is a map of 83 joints of the frame, in the order of the specification', async () => {
		const page = await open({ recording: bytes, options: { body: true, frameRate: FRAME_RATE } });
		const seen = await page.evaluate(async () => {
			const { session, space } = await kit.start('immersive-vr', ['local', 'body-tracking']);
			return kit.inFrame(session, (frame) => {
				const { body } = frame as unknown as { body: Map<string, EventTarget & { jointName: string }> };
				const { XRBody, XRBodySpace } = globalThis as unknown as Record<string, new () => object>;
				const spaces = [...body.values()];
				const matrices = new Float32Array(83 * 16);
				return [
					body instanceof XRBody!,
					body === (frame as unknown as { body: unknown }).body,
					body.size,
					[...body].map(([name, joint]) =>
						name === joint.jointName && joint instanceof XRBodySpace! ? name : 'wrong',
					),
					String(body.get('tail')),
					body.get('left-hand-middle-phalanx-metacarpal') === body.get('left-hand-middle-metacarpal'),
					frame.fillPoses(spaces as never, space as never, matrices) && !matrices.some(Number.isNaN),
					frame.getPose(spaces[0] as never, space as never)!.transform.position.y,
				];
			});
		});
		const [, , , names] = seen;
		expect(names).toEqual(BODY_JOINTS.map(({ name }) => name));
		expect(seen.toSpliced(3, 1)).toEqual([true, true, 83, 'undefined', true, true, expect.closeTo(0.93, 1)]);
	});

	it('is absent without the feature, without the option, and without a body', async () => {
		const look = async (given: Uint8Array, options: object): Promise<unknown[]> => {
			const page = await open({ recording: given, options });
			return page.evaluate(async () => {
				const init = { requiredFeatures: ['body-tracking'] };
				const refused = await navigator.xr.requestSession('immersive-vr', init).then(
					(session) => session.end().then(() => 'granted'),
					({ name }: Error) => name,
				);
				const { session } = await kit.start('immersive-vr', ['local']);
				const body = await kit.inFrame(session, (frame) => (frame as unknown as { body?: unknown }).body);
				return [refused, String(body), typeof (globalThis as { XRBody?: unknown }).XRBody];
			});
		};
		expect(await look(bytes, { body: true })).toEqual(['granted', 'null', 'function']);
		expect(await look(bytes, {})).toEqual(['NotSupportedError', 'undefined', 'undefined']);
		expect(await look(encodeReel(perform(false)), { body: true })).toEqual(['NotSupportedError', 'null', 'function']);
	});

	it('is recorded, and the same at every frame when it is replayed', async () => {
		const page = await open({
			recording: bytes,
			options: { body: true, frameRate: FRAME_RATE },
			scripts: ['record.js'],
		});
		const base64 = await page.evaluate(async () => {
			await kit.start('immersive-vr', ['local', 'body-tracking']);
			await handreel.driver.stepToEnd();
			const { handreelRecorder } = globalThis as unknown as {
				handreelRecorder: { toBytes(format: string, keys: object): Uint8Array };
			};
			const again = handreelRecorder.toBytes('reel', { keepAllKeys: true });
			return btoa(Array.from(again, (byte) => String.fromCharCode(byte)).join(''));
		});
		const again = decodeReel(Buffer.from(base64, 'base64'));
		expect(findBody(again)!.joints.every((joint) => joint !== null)).toBe(true);
		for (let frame = 1; frame < recording.duration * FRAME_RATE - 1; frame++)
			expect(rounded(listPlaces(again, frame / FRAME_RATE))).toEqual(
				rounded(listPlaces(recording, frame / FRAME_RATE)),
			);
	});
});

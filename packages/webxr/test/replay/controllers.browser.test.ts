// Unmodified pages built on well-known libraries read recorded controllers.
import { createFrameSample, createSampler, type Recording, SIDES, type Side } from '@handreel/core';
import { compareRecordings, listExcesses } from '@handreel/core/edit';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { enterPage } from '../support/enter-page.ts';
import { makeController, makeHand, makeRecording, PROFILES, states } from '../support/made-recording.ts';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();
const FRAME = 1 / 60;
const ALWAYS = states(0, 1);
const recording = makeRecording({
	controllers: {
		left: makeController(ALWAYS),
		right: makeController(ALWAYS, { axes: makeController(ALWAYS).axes!.toReversed() }),
	},
});

type Button = readonly [pressed: boolean, touched: boolean, value: number];

interface SeenController {
	readonly ray?: readonly number[];
	readonly grip: readonly number[];
	readonly buttons: readonly (Button | null)[];
	readonly stick: readonly number[];
}

interface Seen {
	readonly start: number;
	readonly frames: { readonly now: number; readonly controllers: Partial<Record<Side, SeenController>> }[];
	readonly events: { readonly type: string; readonly side: Side; readonly now: number }[];
}

declare const seen: Seen;
declare const handreelRecorder: { toBytes(format?: string, keys?: { keepAllKeys: boolean }): Uint8Array };

async function replay(library: string): Promise<Page> {
	const page = await open({
		url: `/packages/webxr/test/pages/controllers-${library}.html`,
		recording: encodeReel(recording),
		scripts: ['record.js'],
		options: { render: 'none' },
	});
	const errors: string[] = [];
	page.on('pageerror', ({ message }) => errors.push(message));
	await enterPage(page);
	await page.evaluate(() => handreel.driver.stepToEnd());
	expect(errors).toEqual([]);
	return page;
}

async function takeRecording(page: Page, keys = { keepAllKeys: true }): Promise<Recording> {
	const base64 = await page.evaluate((given) => {
		const bytes = handreelRecorder.toBytes('reel', given);
		return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
	}, keys);
	return decodeReel(Buffer.from(base64, 'base64'));
}

/** What the page should have read at a time. */
function expectAt(time: number): Record<Side, SeenController> {
	const frame = createSampler(recording, { space: 'webxr', defaultWrap: 'clamp-forever' }).sampleFrame(
		Math.fround(Math.min(time, recording.duration)),
		createFrameSample(),
	);
	const near = (values: ArrayLike<number>): number[] => Array.from(values, (value) => expect.closeTo(value, 6));
	const read = (side: Side): SeenController => {
		const { grip, aim, pressed, touched, values, buttonCount, axes } = frame.controllers[side];
		return {
			ray: near(aim.subarray(0, 3)),
			grip: near(grip.subarray(0, 3)),
			buttons: Array.from({ length: buttonCount }, (_, i) => [
				pressed[i] === 1,
				touched[i] === 1,
				expect.closeTo(values[i]!, 6),
			]),
			stick: near(axes.subarray(2, 4)),
		};
	};
	return { left: read('left'), right: read('right') };
}

describe.each(['three', 'babylon', 'aframe'])('a page built on %s', (library) => {
	it('reads buttons, thumbsticks and poses of the recording at every frame, and a recording of it is the same', async () => {
		const page = await replay(library);
		const { frames, events, start } = JSON.parse(await page.evaluate(() => JSON.stringify(seen))) as Seen;
		const complete = frames.filter(({ controllers }) => controllers.left && controllers.right);
		// A library may need some frames until it shows controllers that have just appeared.
		expect(complete.length).toBeGreaterThan(recording.duration * 60 - 5);
		for (const { now, controllers } of complete) {
			const expected = expectAt((now - start) / 1000);
			for (const side of SIDES) {
				const { ray = expected[side].ray, grip, stick, buttons } = controllers[side]!;
				expect({ ray, grip, stick }).toEqual({
					ray: expected[side].ray,
					grip: expected[side].grip,
					stick: expected[side].stick,
				});
				buttons.forEach((button, i) => {
					if (button !== null) expect(button).toEqual(expected[side].buttons[i]);
				});
			}
		}
		const inOrder = events.filter(({ side }) => side === 'left').map(({ type, now }) => [type, (now - start) / 1000]);
		const near = (time: number): unknown =>
			expect.toSatisfy((value: number) => Math.abs(value - time) <= FRAME + 0.001);
		expect(inOrder).toEqual([
			['selectstart', near(0.5)],
			['squeezestart', near(0.75)],
			['select', near(1)],
			['selectend', near(1)],
			['squeeze', near(1.5)],
			['squeezeend', near(1.5)],
		]);
		expect(events.length).toBe(12);

		const copy = await takeRecording(page);
		expect(copy.controllers?.left?.profiles).toEqual(PROFILES);
		const { onlyInA, onlyInB, states: changes, ...rest } = compareRecordings(recording, copy, { end: 2 - FRAME });
		expect({ onlyInA, onlyInB }).toEqual({ onlyInA: [], onlyInB: [] });
		expect(
			listExcesses({ ...rest, onlyInA, onlyInB, states: changes }, {}).map(({ path, max }) => `${path} ${max}`),
		).toEqual([]);
		for (const { count, seconds } of changes) expect(seconds).toBeLessThanOrEqual(count * FRAME + 1e-6);
	});
});

describe('a recording with hands and controllers', () => {
	it('shows pages a new input source at each switch, and a recording of the page switches as well', async () => {
		const switching = makeRecording({
			hands: { right: makeHand(states(0, 1, 0.5, 0, 1.5, 1)) },
			controllers: { right: makeController(states(0, 0, 0.6, 1, 1.4, 0)) },
		});
		const page = await open({ recording: encodeReel(switching), scripts: ['record.js'], options: { frameRate: 20 } });
		const log = await page.evaluate(async () => {
			const { session } = await kit.start('immersive-vr', ['local', 'hand-tracking']);
			const sources = new Set<object>();
			const lines: string[] = [];
			session.addEventListener('inputsourceschange', (event) => {
				const { added, removed } = event as Event & { added: object[]; removed: object[] };
				for (const source of added) sources.add(source);
				const name = (source: object): string => ((source as { hand: unknown }).hand ? 'hand' : 'controller');
				const changes = [...removed.map((source) => `-${name(source)}`), ...added.map((source) => `+${name(source)}`)];
				lines.push(`${handreel.driver.time.toFixed(2)} ${changes.join(' ')}`);
			});
			await handreel.driver.stepToEnd();
			return [...lines, `${sources.size} sources`];
		});
		expect(log).toEqual(['0.00 +hand', '0.60 -hand +controller', '1.50 -controller +hand', '3 sources']);
		const copy = await takeRecording(page);
		const { states: changes } = compareRecordings(switching, copy);
		const tracked = changes.filter(({ path }) => path.endsWith('tracked'));
		expect(tracked.map(({ path }) => path)).toHaveLength(3);
		for (const { seconds } of tracked) expect(seconds).toBeLessThanOrEqual(0.1 + 1e-6);
	});

	it('takes scripted controllers in place of recorded hands', async () => {
		const page = await open();
		const log = await page.evaluate(async () => {
			const { session, space } = await kit.start();
			const { driver, VirtualDevice } = handreel;
			await driver.step();
			const device = new VirtualDevice();
			driver.addDevice(device);
			const pose = [0.1, 1.2, -0.3, 0, 0, 0, 1];
			const released = { pressed: false, touched: false, value: 0 };
			const controller = device.addInput({
				handedness: 'right',
				ray: pose,
				grip: pose,
				buttons: [released],
				axes: [0, 0],
			});
			const lines: string[] = [];
			session.addEventListener('select', () => lines.push('select'));
			await driver.step();
			controller.press('select');
			controller.setAxis(1, -0.5);
			await driver.step();
			controller.release('select');
			const read = (frame: XRFrame): string => {
				const [left, right] = session.inputSources;
				const { gamepad, gripSpace } = right!;
				const { x } = frame.getPose(gripSpace!, space)!.transform.position;
				return `${!!left!.hand} ${!!right!.hand} ${x} ${gamepad!.axes} ${gamepad!.buttons[0]!.pressed}`;
			};
			lines.push(await kit.inFrame(session, read));
			return lines;
		});
		expect(log).toEqual(['select', 'true false 0.1 0,-0.5 false']);
	});

	it('have every attribute of the gamepads of the browser', async () => {
		const page = await open({ recording: encodeReel(recording) });
		const { values, errors, isNative } = await page.evaluate(async () => {
			const { session } = await kit.start();
			await handreel.driver.step();
			const { gamepad } = session.inputSources[0]!;
			const values: Record<string, unknown> = {};
			const errors: string[] = [];
			for (const target of [gamepad!, gamepad!.buttons[0]!] as object[]) {
				for (let owner = target; owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
					for (const name of Object.getOwnPropertyNames(owner)) {
						try {
							values[name] = Reflect.get(target, name);
						} catch (error) {
							errors.push(`${name}: ${error}`);
						}
					}
				}
			}
			return { values, errors, isNative: gamepad instanceof Gamepad };
		});
		expect(errors).toEqual([]);
		expect(isNative).toBe(true);
		expect(values).toMatchObject({
			id: '',
			index: -1,
			connected: true,
			hapticActuators: [{}],
			vibrationActuator: null,
		});
	});

	it('log the pulses that a page asks for', async () => {
		const page = await open({ recording: encodeReel(recording), options: { render: 'none' } });
		const seen = await page.evaluate(async () => {
			const { session } = await kit.start('immersive-vr', ['local']);
			await handreel.driver.step();
			const { driver } = handreel;
			const left = [...session.inputSources].find(({ handedness }) => handedness === 'left')!;
			const [actuator] = left.gamepad!.hapticActuators;
			const done = Promise.all([actuator!.pulse(0.8, 100), actuator!.pulse(3, -1)]);
			await driver.step(12);
			const pulses = driver.events.filter(({ type }) => type === 'pulse');
			return [await done, pulses.map(({ side, intensity, duration }) => [side, intensity, duration])];
		});
		expect(seen).toEqual([
			[true, true],
			[
				['left', 0.8, 0.1],
				['left', 1, 0],
			],
		]);
	});
});

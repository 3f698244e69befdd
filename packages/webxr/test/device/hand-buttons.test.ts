import { type Curve, createCurve, createRecording, getCurveKeys, type Recording } from '@handreel/core';
import { findHandButtons } from '@handreel/core/internal';
import { Performer } from '@handreel/core/perform';
import { describe, expect, it } from 'vitest';
import { RecordingDevice } from '../../src/device/recording-device.ts';
import { createTransientPointer } from '../../src/device/transient-pointer.ts';
import { recordSession } from '../../src/record/record-session.ts';
import type { RecordableFrame, RecordableInput, RecordableSession } from '../../src/record/recordable-session.ts';

const performer = new Performer({ frameRate: 60 });
performer.right.wait(0.2).thumbTap().thumbSwipe('left');
performer.left.wait(0.4).thumbTap();
const recording = performer.toRecording();
const FRAMES = Math.floor(recording.duration * 60);

/** The pressed buttons of each hand at every frame. */
function listPressed(given: Recording): string[] {
	const device = new RecordingDevice(given, {});
	return Array.from({ length: FRAMES }, (_, i) => {
		device.update(i / 60, i === 0);
		return device.inputs
			.filter(({ hand }) => hand !== null)
			.map(
				({ handedness, gamepad }) => `${handedness} ${gamepad!.buttons.map(({ value }) => Math.round(value)).join('')}`,
			)
			.join(', ');
	});
}

/** A session with the inputs of a device. */
class DeviceSession extends EventTarget implements RecordableSession {
	readonly device = new RecordingDevice(recording, {});
	#callback: ((time: number, frame: RecordableFrame) => void) | null = null;
	readonly #space = new EventTarget();

	get inputSources(): readonly RecordableInput[] {
		const hands = this.device.inputs.filter(({ hand }) => hand !== null);
		return hands.map(({ handedness, targetRayMode, gamepad }) => ({
			handedness,
			targetRayMode,
			targetRaySpace: this.#space,
			hand: { get: () => this.#space },
			gamepad: gamepad && { buttons: gamepad.buttons, axes: [] },
		}));
	}

	requestAnimationFrame(callback: (time: number, frame: RecordableFrame) => void): number {
		this.#callback = callback;
		return 1;
	}

	cancelAnimationFrame(): void {
		this.#callback = null;
	}

	runFrame(seconds: number): void {
		this.device.update(seconds, seconds === 0);
		const pose = { transform: { position: { x: 0, y: 1, z: 0, w: 1 }, orientation: { x: 0, y: 0, z: 0, w: 1 } } };
		const locate = (): typeof pose => pose;
		this.#callback?.(seconds * 1000, { getViewerPose: locate, getPose: locate, getJointPose: locate });
	}
}

describe('buttons of hands', () => {
	it('are those of the gamepad in a replay', () => {
		const seen = new Set(listPressed(recording));
		for (const state of ['right 0000000000', 'right 0000000001', 'right 0000010000', 'left 0000000001'])
			expect([...seen].some((line) => line.includes(state))).toBe(true);
		expect([...seen].some((line) => line.includes('left 0000010000'))).toBe(false);
	});

	it('are recorded, and the same at every frame when they are replayed', () => {
		const session = new DeviceSession();
		const { toRecording } = recordSession(session, new EventTarget());
		for (let i = 0; i < FRAMES; i++) session.runFrame(i / 60);
		const again = toRecording();
		expect(getCurveKeys(findHandButtons(again, 'right')[9]!)).toHaveLength(6);
		expect(listPressed(again)).toEqual(listPressed(recording));
	});

	it('add a gamepad with a new input when the motion continues with them', () => {
		const still = new Performer({ frameRate: 60 });
		still.right.wait(1);
		const device = new RecordingDevice(still.toRecording(), {});
		device.update(0, true);
		const [, before] = device.inputs;
		expect(before!.gamepad!.buttons).toHaveLength(1);
		device.continueWith(recording, 0.5);
		device.update(0.5, false);
		expect(device.inputs[1]).not.toBe(before);
		expect(device.inputs[1]!.gamepad!.buttons).toHaveLength(10);
	});
});

describe('a recorded transient pointer', () => {
	it('has its recorded ray in a replay', () => {
		const pinch = new Performer({ frameRate: 60 });
		pinch.right.reach([0.2, 1.1, 0.4]).pinch().wait(0.3);
		const given = pinch.toRecording();
		const line = (from: number, to: number): Curve => createCurve([0, from, given.duration, to]);
		const still = (value: number): Curve => createCurve([0, value]);
		const recorded = createRecording({
			...given,
			tracks: [
				{
					name: 'right-hand-transient-pointer',
					kind: 'pose',
					position: { x: line(0, 1), y: still(1.5), z: still(0) },
					rotation: { x: still(0), y: still(0), z: still(0), w: still(1) },
				},
			],
		});
		const device = new RecordingDevice(recorded, { selectWith: createTransientPointer });
		device.update(0, true);
		for (let i = 1; i / 60 <= given.duration; i++) device.update(i / 60, false);
		const pointer = device.inputs.find(({ targetRayMode }) => targetRayMode === 'transient-pointer');
		const [x, y, ...rest] = Array.from(pointer!.ray!, (value) => value + 0);
		expect([x! > 0.9, y, ...rest]).toEqual([true, 1.5, 0, 0, 0, 0, 1]);
	});
});

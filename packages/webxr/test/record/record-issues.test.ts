import { describe, expect, it } from 'vitest';
import { recordSession } from '../../src/record/record-session.ts';
import type { RecordableFrame, RecordableInput, RecordableSession } from '../../src/record/recordable-session.ts';

const space = new EventTarget();
const button = { pressed: false, touched: false, value: 0 };
const makeInput = (handedness: string, isHand: boolean, count: number): RecordableInput => ({
	handedness,
	targetRayMode: 'tracked-pointer',
	targetRaySpace: space,
	hand: isHand ? { get: () => space } : null,
	gamepad: { buttons: [button], axes: Array.from({ length: count }, () => 0) },
});

class MadeSession extends EventTarget implements RecordableSession {
	inputSources: readonly RecordableInput[] = [];
	#callback: ((time: number, frame: RecordableFrame) => void) | null = null;

	requestAnimationFrame(callback: (time: number, frame: RecordableFrame) => void): number {
		this.#callback = callback;
		return 1;
	}

	cancelAnimationFrame(): void {
		this.#callback = null;
	}

	runFrame(time: number): void {
		const none = (): null => null;
		this.#callback?.(time, { getViewerPose: none, getPose: none, getJointPose: none });
	}
}

describe('recording a session', () => {
	it('reports axes of hands, which recordings cannot store, once per hand', () => {
		const session = new MadeSession();
		const { issues } = recordSession(session, space);
		session.inputSources = [makeInput('left', true, 0), makeInput('right', false, 4)];
		session.runFrame(1000);
		expect(issues).toEqual([]);
		session.inputSources = [makeInput('left', true, 2), makeInput('right', true, 0)];
		session.runFrame(1500);
		session.runFrame(2000);
		// The hand is gone for a while.
		session.inputSources = [];
		session.runFrame(2500);
		session.inputSources = [makeInput('left', true, 2)];
		session.runFrame(3000);
		expect(issues).toEqual([
			{
				code: 'values-lost',
				severity: 'warning',
				message: '2 axes of the left hand are not recorded',
				path: 'hands.left',
				byteOffset: null,
				time: 0.5,
			},
		]);
	});
});

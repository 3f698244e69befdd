// The internals of IWER that the adapter relies on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplayDriver } from '@handreel/webxr';
import { IWER_VERSION, type IwerModule } from '@handreel/webxr/iwer';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { useBrowser } from '../support/use-browser.ts';

declare const IWER: IwerModule;
declare const handreel: {
	readonly driver: ReplayDriver;
	install(base64: string, options?: object): void;
};

const FULL = 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const openPage = useBrowser();
const open = () => openPage({ runtime: 'iwer', recording: FULL });

describe('the contract with IWER', () => {
	it('is for the version that is installed, named in package.json and documented', () => {
		const read = (path: string) => readFileSync(join(root, path), 'utf8');
		const { devDependencies, peerDependencies } = JSON.parse(read('packages/webxr/package.json'));
		expect(JSON.parse(read('node_modules/iwer/package.json')).version).toBe(IWER_VERSION);
		expect(devDependencies.iwer).toBe(IWER_VERSION);
		expect(peerDependencies.iwer).toBe(IWER_VERSION);
		expect(read('packages/webxr/README.md')).toContain(IWER_VERSION);
	});

	it('refuses other versions unless anyVersion is set, and devices of another copy', async () => {
		const page = await open();
		const base64 = readFileSync(join(root, FULL)).toString('base64');
		const messages = await page.evaluate((recording) => {
			handreel.driver.uninstall();
			const install = (options: object): string | null => {
				try {
					handreel.install(recording, options);
					handreel.driver.uninstall();
					return null;
				} catch (error) {
					return String(error);
				}
			};
			const device = Object.assign(new IWER.XRDevice(IWER.metaQuest3), { version: '2.4.0' });
			return [install({ device }), install({ device, anyVersion: true }), install({ device: {} })];
		}, base64);
		expect(messages).toEqual([
			`TypeError: iwer: version 2.4.0 is not supported; install ${IWER_VERSION}, or set anyVersion`,
			null,
			'TypeError: device: created by another copy of iwer',
		]);
	});

	// Each entry breaks one thing that the adapter relies on, in an otherwise real IWER.
	it.each([
		['P_JOINT_SPACE is an exported symbol', 'delete iwer.P_JOINT_SPACE'],
		['XRFrame.prototype.getJointPose is a method', 'frames.getJointPose = undefined'],
		['XRReferenceSpace.prototype.getOffsetReferenceSpace is a method', 'spaces.getOffsetReferenceSpace = undefined'],
		['device[P_DEVICE].onFrameStart is a function', 'delete device[iwer.P_DEVICE].onFrameStart'],
		['device[P_DEVICE].globalSpace is a space with a parent and a matrix', 'device[iwer.P_DEVICE].globalSpace = {}'],
		['device.hands.left.updateHandPose is a method', 'device.hands.left.updateHandPose = 1'],
		[
			"device.hands.right's gamepad has a button 'pinch' with an eventTrigger",
			'delete device.hands.right.inputSource.gamepad[iwer.P_GAMEPAD].buttonsMap.pinch',
		],
		[
			"device.hands.left's 25 joints are spaces with parent, matrix and radius",
			"device.hands.left.inputSource.hand.delete('ring-finger-tip')",
		],
	])('names what changed: %s', async (claim, code) => {
		const page = await open();
		const base64 = readFileSync(join(root, FULL)).toString('base64');
		const message = await page.evaluate(
			([recording, change]) => {
				handreel.driver.uninstall();
				const device = new IWER.XRDevice(IWER.metaQuest3);
				const iwer = { ...IWER };
				new Function('iwer', 'device', 'frames', 'spaces', change)(
					iwer,
					device,
					iwer.XRFrame.prototype,
					iwer.XRReferenceSpace.prototype,
				);
				Object.assign(globalThis, { IWER: iwer });
				try {
					handreel.install(recording, { device });
					return null;
				} catch (error) {
					return String(error);
				}
			},
			[base64, code] as const,
		);
		expect(message).toMatch(/^TypeError: iwer: its internals have changed. No longer true: /);
		expect(message).toContain(claim);
	});

	it('still has the faults that the adapter fixes: if this test fails, remove the fix', async () => {
		const page = await open();
		const seen = await page.evaluate(async () => {
			handreel.driver.uninstall();
			const device = new IWER.XRDevice(IWER.metaQuest3);
			device.primaryInputMode = 'hand';
			device.installRuntime({ forceInstall: true });
			const { session, space } = await kit.start('immersive-vr', ['local', 'hand-tracking']);
			const events: string[] = [];
			for (const type of ['selectstart', 'select', 'selectend']) {
				session.addEventListener(type, () => events.push(type));
			}
			const frame = () => new Promise<XRFrame>((resolve) => session.requestAnimationFrame((_, it) => resolve(it)));
			await frame();
			for (const value of [1, 0]) {
				device.hands.left!.updatePinchValue(value);
				await frame();
			}
			const offset = space.getOffsetReferenceSpace(new XRRigidTransform({ x: 1, y: 0, z: 0 }));
			const matrix = (offset as unknown as InstanceType<IwerModule['XRSpace']>)[IWER.P_SPACE].offsetMatrix;
			return { events, isBroken: Array.from(matrix).some(Number.isNaN) };
		});
		expect(seen).toEqual({ events: ['select', 'selectstart', 'selectend'], isBroken: true });
	});
});

import { JOINTS, SIDES } from '@handreel/core';
import type { XRSession } from 'iwer';
import type { IwerController, IwerDevice, IwerHandInput, IwerModule, IwerSpace } from './iwer-module.ts';

type Fact<T extends unknown[]> = readonly [claim: string, holds: (...subject: T) => boolean];

const SYMBOLS = ['P_DEVICE', 'P_GAMEPAD', 'P_JOINT_SPACE', 'P_SESSION', 'P_SPACE'] as const;
const METHODS: readonly Fact<[IwerModule]>[] = [
	...(['getPose', 'getJointPose', 'fillPoses', 'fillJointRadii'] as const).map(
		(name): Fact<[IwerModule]> => [`XRFrame.prototype.${name} is a method`, ({ XRFrame }) => isMethod(XRFrame, name)],
	),
	[
		'XRReferenceSpace.prototype.getOffsetReferenceSpace is a method',
		({ XRReferenceSpace }) => isMethod(XRReferenceSpace, 'getOffsetReferenceSpace'),
	],
	['XRRigidTransform has a matrix', ({ XRRigidTransform }) => new XRRigidTransform().matrix.length === 16],
	['XRInputSourceEvent is a class', ({ XRInputSourceEvent }) => typeof XRInputSourceEvent === 'function'],
];

const HAND_FACTS: readonly Fact<[IwerModule, IwerHandInput]>[] = [
	['.updateHandPose is a method', (_, hand) => typeof hand.updateHandPose === 'function'],
	['.updateTargetRaySpace is a method', (_, hand) => typeof hand.updateTargetRaySpace === 'function'],
	['.updatePinchValue is a method', (_, hand) => typeof hand.updatePinchValue === 'function'],
	['.connected is a boolean', (_, hand) => typeof hand.connected === 'boolean'],
	['.position and .quaternion can be set', (_, hand) => canSetPose(hand)],
	[
		"'s gamepad has a button 'pinch' with an eventTrigger",
		({ P_GAMEPAD }, { inputSource }) =>
			inputSource.gamepad?.[P_GAMEPAD].buttonsMap['pinch']?.[P_GAMEPAD].eventTrigger !== undefined,
	],
	[
		"'s target ray and grip are spaces with parent and matrix",
		(iwer, { inputSource }) =>
			isSpace(iwer, inputSource.targetRaySpace) && isSpace(iwer, inputSource.gripSpace as IwerSpace),
	],
	[
		"'s 25 joints are spaces with parent, matrix and radius",
		(iwer, { inputSource }) =>
			JOINTS.every(({ webxr }) => {
				const joint = inputSource.hand?.get(webxr as never);
				if (webxr === null) return true;
				return joint && isSpace(iwer, joint) && typeof joint[iwer.P_JOINT_SPACE].radius === 'number';
			}),
	],
];

const CONTROLLER_FACTS: readonly Fact<[IwerModule, IwerController]>[] = [
	['.connected is a boolean', (_, controller) => typeof controller.connected === 'boolean'],
	['.updateTargetRaySpace is a method', (_, controller) => typeof controller.updateTargetRaySpace === 'function'],
	['.position and .quaternion can be set', (_, controller) => canSetPose(controller)],
	[
		"'s target ray and grip are spaces with parent and matrix",
		(iwer, { inputSource }) =>
			isSpace(iwer, inputSource.targetRaySpace) && isSpace(iwer, inputSource.gripSpace as IwerSpace),
	],
	[
		"'s gamepad has buttons with a type, an eventTrigger and a pendingValue, in a sequence, and axes",
		({ P_GAMEPAD }, { inputSource }) => {
			const { buttonsSequence, buttonsMap, axesMap } = inputSource.gamepad![P_GAMEPAD];
			return (
				buttonsSequence.every((id) => {
					const button = id === null ? null : buttonsMap[id]![P_GAMEPAD];
					return button === null || ('type' in button && 'eventTrigger' in button && 'pendingValue' in button);
				}) && typeof axesMap['thumbstick']?.x === 'number'
			);
		},
	],
];

// The internals that the adapter uses. The user reads the sentence if it is no longer true.
const DEVICE_FACTS: readonly Fact<[IwerModule, IwerDevice]>[] = [
	...SYMBOLS.map(
		(name): Fact<[IwerModule, IwerDevice]> => [
			`${name} is an exported symbol`,
			(iwer) => typeof iwer[name] === 'symbol',
		],
	),
	...METHODS,
	[
		'device[P_DEVICE].globalSpace is a space with a parent and a matrix',
		(iwer, device) => isSpace(iwer, device[iwer.P_DEVICE].globalSpace),
	],
	[
		'device[P_DEVICE].onFrameStart is a function',
		({ P_DEVICE }, device) => typeof device[P_DEVICE].onFrameStart === 'function',
	],
	[
		'device[P_DEVICE].updateViews is a function',
		({ P_DEVICE }, device) => typeof device[P_DEVICE].updateViews === 'function',
	],
	['device[P_DEVICE].xrSystem is navigator.xr', ({ P_DEVICE }, device) => 'xrSystem' in device[P_DEVICE]],
	[
		'device[P_DEVICE].pendingVisibilityState holds a state or null',
		({ P_DEVICE }, device) => 'pendingVisibilityState' in device[P_DEVICE],
	],
	['device.position and device.quaternion can be set', (_, device) => canSetPose(device)],
	['device.hands has a left and a right hand', (_, { hands }) => Boolean(hands.left && hands.right)],
	[
		'device.controllers has a left and a right controller',
		(_, { controllers }) => Boolean(controllers.left && controllers.right),
	],
	...SIDES.flatMap((side) =>
		CONTROLLER_FACTS.map(
			([claim, holds]): Fact<[IwerModule, IwerDevice]> => [
				`device.controllers.${side}${claim}`,
				(iwer, { controllers }) => holds(iwer, controllers[side] as IwerController),
			],
		),
	),
	...SIDES.flatMap((side) =>
		HAND_FACTS.map(
			([claim, holds]): Fact<[IwerModule, IwerDevice]> => [
				`device.hands.${side}${claim}`,
				(iwer, { hands }) => holds(iwer, hands[side] as IwerHandInput),
			],
		),
	),
];

const SESSION_FACTS: readonly Fact<[IwerModule, XRSession]>[] = [
	[
		'session[P_SESSION].updateActiveInputSources is a function',
		({ P_SESSION }, session) => typeof session[P_SESSION].updateActiveInputSources === 'function',
	],
	['session.requestReferenceSpace is a method', (_, session) => typeof session.requestReferenceSpace === 'function'],
	['session.requestAnimationFrame is a method', (_, session) => typeof session.requestAnimationFrame === 'function'],
];

/** Returns the facts about a device's internals that are no longer true, as sentences. */
export function listDeviceChanges(iwer: IwerModule, device: IwerDevice): string[] {
	return listChanges(DEVICE_FACTS, iwer, device);
}

/** Returns the facts about a session's internals that are no longer true, as sentences. */
export function listSessionChanges(iwer: IwerModule, session: XRSession): string[] {
	return listChanges(SESSION_FACTS, iwer, session);
}

function listChanges<T extends unknown[]>(facts: readonly Fact<T>[], ...subject: T): string[] {
	return facts.filter(([, holds]) => !attempt(() => holds(...subject))).map(([claim]) => claim);
}

function attempt(check: () => boolean): boolean {
	try {
		return check();
	} catch {
		return false;
	}
}

function isMethod<T>({ prototype }: { prototype: T }, name: keyof T & string): boolean {
	return typeof prototype[name] === 'function';
}

function isSpace(iwer: IwerModule, space: IwerSpace): boolean {
	const { offsetMatrix } = space[iwer.P_SPACE];
	return 'parentSpace' in space[iwer.P_SPACE] && offsetMatrix instanceof Float32Array && offsetMatrix.length === 16;
}

function canSetPose({ position, quaternion }: Pick<IwerDevice, 'position' | 'quaternion'>): boolean {
	return typeof position.set === 'function' && typeof quaternion.set === 'function';
}

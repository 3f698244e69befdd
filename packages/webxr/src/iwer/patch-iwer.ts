import type { XRFrame, XRReferenceSpace, XRRigidTransform, XRSpace } from 'iwer';
import { replaceProperty } from '../page/replace-property.ts';
import type { IwerModule, IwerSpace } from './iwer-module.ts';

/**
 * Fixes two faults of IWER: offset reference spaces have a NaN matrix, and poses that are unknown are never null. Returns
 * an undo function.
 */
export function patchIwer(iwer: IwerModule, isUnknown: (space: IwerSpace) => boolean): () => void {
	const frames = iwer.XRFrame.prototype;
	const spaces = iwer.XRReferenceSpace.prototype;
	const { getPose, getJointPose, fillPoses, fillJointRadii } = frames;
	const { getOffsetReferenceSpace } = spaces;
	const undo = [
		replaceProperty(frames, 'getPose', function find(this: XRFrame, space: XRSpace, base: XRSpace) {
			const pose = getPose.call(this, space, base);
			return isUnknown(space) || isUnknown(base) ? null : pose;
		}),
		replaceProperty(frames, 'getJointPose', function find(this: XRFrame, ...args: Parameters<typeof getJointPose>) {
			return args.some(isUnknown) ? null : getJointPose.apply(this, args);
		}),
		replaceProperty(frames, 'fillPoses', function fill(this: XRFrame, ...args: Parameters<typeof fillPoses>) {
			const list = [...args[0]];
			fillPoses.call(this, list, args[1], args[2]);
			list.forEach((space, i) => {
				if (isUnknown(space) || isUnknown(args[1])) args[2].fill(Number.NaN, i * 16, i * 16 + 16);
			});
			return ![...list, args[1]].some(isUnknown);
		}),
		replaceProperty(frames, 'fillJointRadii', function fill(this: XRFrame, ...args: Parameters<typeof fillJointRadii>) {
			const list = [...args[0]];
			const isComplete = fillJointRadii.call(this, list, args[1]);
			list.forEach((joint, i) => {
				if (isUnknown(joint)) args[1][i] = Number.NaN;
			});
			return isComplete && !list.some(isUnknown);
		}),
		replaceProperty(
			spaces,
			'getOffsetReferenceSpace',
			function offsetSpace(this: XRReferenceSpace, offset: XRRigidTransform) {
				return getOffsetReferenceSpace.call(this, offset.matrix);
			},
		),
	];
	return () => {
		for (const step of undo.splice(0).reverse()) step();
	};
}

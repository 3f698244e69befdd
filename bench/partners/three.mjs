// three.js as fast as it can be made to sample: one interpolant for each group of curves with the same key times.
import {
	AnimationClip,
	AnimationMixer,
	BezierInterpolant,
	CubicInterpolant,
	InterpolateLinear,
	LinearInterpolant,
	Object3D,
	QuaternionKeyframeTrack,
	QuaternionLinearInterpolant,
	VectorKeyframeTrack,
} from 'three';

/**
 * Interpolants over groups of `{ times, values, size, isRotation, inTangents, outTangents, offset }`, writing straight
 * into one frame of `outputs` floats. `kind` is 'line', 'unit' (rotations by slerp), 'cubic' or 'bezier'.
 */
export function createThreeSampler(groups, outputs, kind) {
	const frame = new Float32Array(outputs);
	const interpolants = groups.map((group) => {
		const result = frame.subarray(group.offset, group.offset + group.size);
		const Type = typeFor(kind, group);
		const interpolant = new Type(group.times, group.values, group.size, result);
		if (kind === 'bezier') {
			interpolant.inTangents = group.inTangents;
			interpolant.outTangents = group.outTangents;
		}
		return interpolant;
	});
	return (time) => {
		for (let i = 0; i < interpolants.length; i++) interpolants[i].evaluate(time);
		return frame;
	};
}

/** The animation system of three.js: tracks on objects, played by a mixer. */
export function createMixerPlayer(groups) {
	const root = new Object3D();
	const tracks = groups.map((group, i) => {
		const node = new Object3D();
		node.name = `node${i}`;
		root.add(node);
		return group.isRotation
			? new QuaternionKeyframeTrack(`node${i}.quaternion`, group.times, group.values, InterpolateLinear)
			: new VectorKeyframeTrack(`node${i}.position`, group.times, group.values, InterpolateLinear);
	});
	const mixer = new AnimationMixer(root);
	mixer.clipAction(new AnimationClip('recording', -1, tracks)).play();
	return (time) => {
		mixer.setTime(time);
		return root;
	};
}

function typeFor(kind, group) {
	if (kind === 'cubic') return CubicInterpolant;
	if (kind === 'bezier') return BezierInterpolant;
	return kind === 'unit' && group.isRotation ? QuaternionLinearInterpolant : LinearInterpolant;
}

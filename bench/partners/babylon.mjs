// Babylon.js: one Animation for each group of curves with the same key times, evaluated by hand.
import { Animation } from '@babylonjs/core/Animations/animation.js';
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';

/** Evaluates all groups at a time. Keys are given in seconds, so that a frame is a second. */
export function createBabylonSampler(groups) {
	const animations = groups.map((group, i) => {
		const type = group.isRotation ? Animation.ANIMATIONTYPE_QUATERNION : Animation.ANIMATIONTYPE_VECTOR3;
		const animation = new Animation(`group${i}`, 'value', 1, type);
		animation.setKeys(
			Array.from(group.times, (frame, key) => ({
				frame,
				value: (group.isRotation ? Quaternion : Vector3).FromArray(group.values, key * group.size),
			})),
		);
		return animation;
	});
	return (time) => {
		let value;
		for (let i = 0; i < animations.length; i++) value = animations[i].evaluate(time);
		return value;
	};
}

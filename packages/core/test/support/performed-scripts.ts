import type { Performer } from '@handreel/core/perform';

/** A script in Unity's space that uses most verbs, for any body. */
export function playEverything(performer: Performer): void {
	const { left, right } = performer;
	right.reach([0.2, 1.15, 0.4]).pinch().mark('held').moveTo([0, 1.2, 0.4]).release().rest();
	left.wait(0.4).wave().rest();
	performer.lookAt([1, 1.5, 2]).wait(0.3);
	right.pointAt([0.5, 1, 2]).pinch().release().rest();
	left.after(right).grab([-0.3, 1.15, 0.3]).moveTo([-0.2, 1.3, 0.4]).release().shape('fist').rest();
	performer.walkTo([1, 0, 1], { facing: [1, 1.5, 3] });
	right.poke([1.1, 1.3, 1.4]).rest();
	left.hide().wait(0.5).show();
	performer.wait(0.2);
}

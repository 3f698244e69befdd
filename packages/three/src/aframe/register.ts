import type { AFrame } from './a-frame.ts';
import { createDefinition } from './recorded-hands.ts';

/** The name of the component. */
export const COMPONENT_NAME = 'recorded-hands';

/** Registers the component once. Throws if A-Frame is not there. */
export function registerRecordedHands(base: string | null = null): void {
	const { AFRAME } = globalThis as { AFRAME?: AFrame };
	if (AFRAME === undefined) throw new Error('@handreel/three/aframe: load A-Frame first');
	if (COMPONENT_NAME in AFRAME.components) return;
	AFRAME.registerComponent(COMPONENT_NAME, createDefinition(base));
}

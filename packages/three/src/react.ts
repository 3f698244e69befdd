/**
 * Recorded and live hands as a component of React Three Fiber.
 *
 * @example
 * import { RecordedHands } from '@handreel/three/react';
 * <Canvas>
 *   <RecordedHands recording={recording} onPinch={({ side }) => console.log(side)} />
 * </Canvas>
 *
 * @module
 */

export { RecordedHands, type RecordedHandsListeners, type RecordedHandsProps } from './react/recorded-hands.ts';

/**
 * Recorded and live hands as a component of React Three Fiber.
 *
 * @example
 * import { RecordedHands } from '@handreel/three/react';
 * import { Canvas } from '@react-three/fiber';
 * import { createElement } from 'react';
 * // <Canvas><RecordedHands recording={recording} speed={0.5} /></Canvas>
 * createElement(Canvas, null, createElement(RecordedHands, { recording, speed: 0.5 }));
 *
 * @module
 */

export { RecordedHands, type RecordedHandsListeners, type RecordedHandsProps } from './react/recorded-hands.ts';

/**
 * The component `recorded-hands` for A-Frame. Importing the module registers it; load A-Frame first.
 *
 * @example
 * import 'aframe';
 * import '@handreel/three/aframe';
 * document.body.innerHTML = '<a-scene><a-entity recorded-hands="src: grab.reel"></a-entity></a-scene>';
 *
 * @module
 */

import { registerRecordedHands } from './aframe/register.ts';

export type { RecordedHandsComponent, RecordedHandsData } from './aframe/recorded-hands.ts';
export { COMPONENT_NAME, registerRecordedHands } from './aframe/register.ts';

registerRecordedHands();

/**
 * The component `recorded-hands` for A-Frame. Importing the module registers it; load A-Frame first.
 *
 * @example
 * import 'aframe';
 * import '@handreel/aframe';
 * document.body.innerHTML = '<a-scene><a-entity recorded-hands="src: grab.reel"></a-entity></a-scene>';
 *
 * @module
 */

import { registerRecordedHands } from './component/register.ts';

export type { RecordedHandsComponent, RecordedHandsData } from './component/recorded-hands.ts';
export { COMPONENT_NAME, registerRecordedHands } from './component/register.ts';

registerRecordedHands();

/**
 * The element `<handreel-player>`, which shows a recording in any page. Importing the module defines it.
 *
 * @example
 * import '@handreel/player';
 * document.body.innerHTML = '<handreel-player src="grab.reel" controls loop></handreel-player>';
 *
 * @module
 */

import { definePlayer, type HandreelPlayer } from './element/handreel-player.ts';

declare global {
	interface HTMLElementTagNameMap {
		'handreel-player': HandreelPlayer;
	}
}

export { definePlayer, HandreelPlayer } from './element/handreel-player.ts';

definePlayer();

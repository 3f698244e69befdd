// The same as `inject`, but into IWER, whose script defines `IWER` before this one; the device is `handreel.device`.

import { joinIwerReplay } from './iwer/install-iwer-replay.ts';
import type { IwerModule } from './iwer/iwer-module.ts';
import type { IwerReplayOptions } from './iwer/iwer-options.ts';
import { defineInjected } from './replay/define-injected.ts';

defineInjected<IwerReplayOptions>((driver, options) => {
	const { IWER, handreel } = globalThis as unknown as { IWER?: IwerModule; handreel: object };
	if (IWER === undefined) throw new TypeError('IWER: run the script iwer/build/iwer.min.js before this one');
	Object.assign(handreel, { device: joinIwerReplay(driver, IWER, options) });
});

// Like `inject`, for IWER. IWER's script, which defines `IWER`, runs first. The device is `handreel.device`.

import { joinIwerReplay } from './iwer/install-iwer-replay.ts';
import type { IwerModule } from './iwer/iwer-module.ts';
import type { IwerReplayOptions } from './iwer/iwer-options.ts';
import { defineInjected } from './replay/define-injected.ts';

defineInjected<IwerReplayOptions>((driver, options) => {
	const { IWER, handreel } = globalThis as unknown as { IWER?: IwerModule; handreel: object };
	if (IWER === undefined) throw new TypeError('IWER is not defined: load iwer/build/iwer.min.js before inject-iwer.js');
	Object.assign(handreel, { device: joinIwerReplay(driver, IWER, options) });
});

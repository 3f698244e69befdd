// The same as `inject`, but into IWER, whose script defines `IWER` before this one; the device is `handreel.device`.
import { defineInjected } from './define-injected.ts';
import { installIwerReplay } from './iwer/install-iwer-replay.ts';
import type { IwerModule } from './iwer/iwer-module.ts';
import type { IwerReplayOptions } from './iwer/iwer-options.ts';

defineInjected<IwerReplayOptions>((recording, options) => {
	const { IWER, handreel } = globalThis as unknown as { IWER?: IwerModule; handreel: object };
	if (IWER === undefined) throw new TypeError('IWER: run the script iwer/build/iwer.min.js before this one');
	const { driver, device } = installIwerReplay(recording, IWER, options);
	Object.assign(handreel, { device });
	return driver;
});

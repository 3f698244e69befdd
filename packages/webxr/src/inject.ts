// A script for any page: defines the global `handreel`.
import type { ReplayOptions } from './device/replay-options.ts';
import { createOpaqueFramebuffer } from './page/opaque-framebuffer.ts';
import { defineInjected } from './replay/define-injected.ts';
import { joinReplay } from './replay/install-replay.ts';

defineInjected((driver, options: ReplayOptions = {}) => {
	joinReplay(driver, options.framebuffer === 'opaque' ? { ...options, framebuffer: createOpaqueFramebuffer } : options);
});

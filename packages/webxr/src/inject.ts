// A script for any page: defines the global `handreel`.
import type { ReplayOptions } from './device/replay-options.ts';
import { createOpaqueFramebuffer } from './page/opaque-framebuffer.ts';
import type { PageOptions } from './page/page-options.ts';
import { watchRenderers } from './page/watch-renderers.ts';
import { defineInjected } from './replay/define-injected.ts';
import { joinReplay } from './replay/install-replay.ts';
import * as kit from './xr/module-kit.ts';

defineInjected((driver, options: ReplayOptions) => {
	joinReplay(driver, { ...options, framebuffer: findFramebuffer(options.framebuffer) });
}, kit);

function findFramebuffer(wanted: PageOptions['framebuffer']): NonNullable<PageOptions['framebuffer']> {
	if (wanted === 'opaque') return createOpaqueFramebuffer;
	if (wanted !== undefined) return wanted;
	const hasWebGPURenderer = watchRenderers(globalThis as object);
	return (...args) => (hasWebGPURenderer() ? createOpaqueFramebuffer(...args) : null);
}

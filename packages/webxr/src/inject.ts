// One script for pages that are not ours: it only defines `handreel`.
import { defineInjected } from './define-injected.ts';
import { installReplay } from './install-replay.ts';

defineInjected(installReplay);

// One script for pages that are not ours: it only defines `handreel`.
import { defineInjected } from './define-injected.ts';
import { joinReplay } from './install-replay.ts';

defineInjected(joinReplay);

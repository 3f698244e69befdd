// One script for pages that are not ours: it only defines `handreel`.
import { defineInjected } from './replay/define-injected.ts';
import { joinReplay } from './replay/install-replay.ts';

defineInjected(joinReplay);

// A script for any page: defines the global `handreel`.
import { defineInjected } from './replay/define-injected.ts';
import { joinReplay } from './replay/install-replay.ts';

defineInjected(joinReplay);

// The script for pages without modules: the hand models lie in the folder beside it.
import { registerRecordedHands } from './aframe/register.ts';

const { src } = (document.currentScript ?? {}) as { src?: string };
registerRecordedHands(src === undefined || src === '' ? null : new URL('hands/', src).href);

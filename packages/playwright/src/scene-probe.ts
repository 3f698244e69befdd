// The probe as a script for pages.
import { installSceneProbe } from './probe/install-scene-probe.ts';

installSceneProbe();

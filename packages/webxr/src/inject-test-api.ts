import { createRecording } from '@handreel/core';
import { Tracker } from './device/tracker.ts';
import { OwnRuntime } from './replay/own-runtime.ts';
const tracker = new Tracker(createRecording({}), {});
tracker.sample(0);
const raf = requestAnimationFrame.bind(globalThis);
const runtime = new OwnRuntime({ tracker, report: reportError, log: () => {} }, {}, globalThis as never);
const loop = (now: number) => { runtime.runFrame(now, false); raf(loop); };
raf(loop);

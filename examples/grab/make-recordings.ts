// Creates the recordings of the example from a fixture: tsx --conditions=@handreel/source make-recordings.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { createFrameSample, createSampler, type Recording, readRecording, writeRecording } from '@handreel/core';
import { moveRecording } from '@handreel/core/edit';
import { Recorder } from '@handreel/core/record';

const FRAME_RATE = 60;
const SECONDS = 2;
const MARKERS = [
	{ time: 0.25, name: 'start' },
	{ time: 1.2, name: 'held' },
	{ time: 1.7, name: 'released' },
];

const source = new URL('../../fixtures/recorded/mrtk-2.8.3-full-5s.bin', import.meta.url);
const sampler = createSampler(readRecording(readFileSync(source)));
const frame = createFrameSample();
const recorder = new Recorder();
recorder.start();
for (let i = 0; i <= SECONDS * FRAME_RATE; i++) recorder.capture(sampler.sampleFrame(i / FRAME_RATE, frame));
for (const { time, name } of MARKERS) recorder.addMarker(name, time);
const recording = recorder.toRecording();

writeFile('grab.bin', recording);
// The same motion half a meter to the right, where it reaches nothing.
writeFile('miss.bin', moveRecording(recording, [0.5, 0, 0, 0, 0, 0, 1]));

function writeFile(name: string, made: Recording): void {
	writeFileSync(new URL(`tests/${name}`, import.meta.url), writeRecording(made));
}

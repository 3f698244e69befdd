// A program that uses every entry point of the packages. The release check compiles it in a project without this repository
// and runs it: it prints a line per entry point.
import { readFileSync } from 'node:fs';
import { type CaptureServer, startCaptureServer } from '@handreel/capture';
import { connectCapture, watchCapture } from '@handreel/capture/client';
import {
	DATASETS,
	decodeRecording,
	encodeDataset,
	encodeRecording,
	FORMATS,
	type WritableFormatName,
} from '@handreel/convert';
import { createFrameSample, createSampler, type Recording, readRecording, writeRecording } from '@handreel/core';
import { diagnoseBytes } from '@handreel/core/diagnose';
import { mirrorRecording } from '@handreel/core/edit';
import { measureRecording } from '@handreel/core/measure';
import { Performer } from '@handreel/core/perform';
import { Player } from '@handreel/core/play';
import { Recorder } from '@handreel/core/record';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import { createSimdSampler } from '@handreel/core/simd';
import { describeFiles, encodePart, mergeParts } from '@handreel/corpus';
import { getHandMeshUrl, loadHandMeshes } from '@handreel/hands';
import { LANDMARK_COUNT, LandmarkFitter } from '@handreel/landmarks';
import { type JournalFile, openJournal } from '@handreel/node';
import { EXPECTED_EVENT_DEFAULTS, type ExpectedEvent } from '@handreel/playwright';
import { replayIntoPage } from '@handreel/playwright/page';
import { attachScene } from '@handreel/playwright/scene';
import { createPlot, renderSvg } from '@handreel/plot';
import { listSamples, loadSample } from '@handreel/samples';
import { makeSample, SAMPLE_SCRIPTS } from '@handreel/samples/scripts';
import { installReplay, REPLAY_DEFAULTS, type ReplayDriver } from '@handreel/webxr';
import { bodyModule } from '@handreel/webxr/body';
import { IWER_VERSION } from '@handreel/webxr/iwer';
import { layersModule } from '@handreel/webxr/layers';
import { roomModule } from '@handreel/webxr/room';
import { installTestApi, TEST_API_DEFAULTS } from '@handreel/webxr/test-api';

const [file = '', journalFile = ''] = process.argv.slice(2);
const bytes = readFileSync(file);
const recording: Recording = readRecording(bytes);
const { duration } = recording;

print('core', Buffer.compare(writeRecording(recording), bytes) === 0);
print('core/edit', mirrorRecording(recording).duration === duration);
print(
	'core/diagnose',
	diagnoseBytes(bytes).issues.every(({ severity }) => severity !== 'error'),
);
print('core/measure', measureRecording(recording).duration === duration);
// Undefined is the default.
const performer = new Performer({ eyeHeight: undefined });
performer.right.pinch([0.2, 1.1, 0.4]);
print('core/perform', performer.toRecording().hands !== null);
print('core/play', new Player(recording).time === 0);
print('core/reel', Buffer.compare(writeRecording(decodeReel(encodeReel(recording))), bytes) === 0);
const samplers = [createSampler(recording), createSimdSampler(recording)];
const frames = samplers.map((sampler) => JSON.stringify(sampler.sampleFrame(1, createFrameSample())));
print('core/simd', frames[0] === frames[1]);

for (const format of FORMATS.filter(({ writes }) => writes)) {
	const { bytes: encoded } = await encodeRecording(recording, format.name as WritableFormatName);
	const back = format.reads === 'no' ? null : await decodeRecording(encoded);
	print(`convert: ${format.name}`, encoded.length > 0 && (back === null || back.format === format.name));
}
for (const { name } of DATASETS)
	print(`convert: ${name}`, (await encodeDataset([{ name: 'session', recording }], name)).files.length > 0);
// The check writes the module.
const entryPointsFile: string = './format-entry-points.js';
const entryPoints: Readonly<Record<string, object>> = await import(entryPointsFile);
const described: readonly unknown[] = Object.values(entryPoints).flatMap((entry) => Object.values(entry));
print(
	'convert: every format is an entry point',
	[...FORMATS, ...DATASETS.slice(1)].every((format) => described.includes(format)),
);
const fitter = new LandmarkFitter({ width: 640, height: 480 });
print(
	'landmarks',
	LANDMARK_COUNT === 21 && !fitter.fit({ time: 0, hands: [] }, createFrameSample()).hands.right.tracked,
);
const { left } = await loadHandMeshes();
print('hands', left.length === readFileSync(getHandMeshUrl('left')).length);

print('plot', renderSvg(createPlot([{ name: 'session', recording }])).startsWith('<svg'));

const [sample] = listSamples();
print('samples', sample !== undefined && (await loadSample(sample.name)).duration > 1);
print('samples/scripts', makeSample('wave', SAMPLE_SCRIPTS.wave).length > 1000);

const part = encodePart(await describeFiles('.', [file]));
print('corpus', mergeParts(`${journalFile}.catalog`, [part]).recordings === 1);

const journal: JournalFile = openJournal(journalFile);
const recorder = new Recorder({ journal });
recorder.start();
journal.close();
print('node and core/record', recorder.toRecording().duration === 0);

const capture: CaptureServer = await startCaptureServer({ folder: `${journalFile}.takes` });
const page = await fetch(`http://localhost:${capture.port}/__handreel/page.js`);
print('capture', page.status === 200 && capture.listUnfinished().length === 0);
await capture.close();
print('capture/client', typeof connectCapture === 'function' && typeof watchCapture === 'function');

const expected: ExpectedEvent[] = [];
print('playwright', EXPECTED_EVENT_DEFAULTS !== null && expected.length === 0);
print('playwright/page', typeof replayIntoPage === 'function');
print('playwright/scene', typeof attachScene === 'function');
const install: (recording: Recording) => ReplayDriver = installReplay;
print('webxr', typeof install === 'function' && REPLAY_DEFAULTS.frameRate > 0);
print('webxr/iwer', IWER_VERSION.length > 0);
print('webxr/body', Object.keys(bodyModule).length > 0);
print('webxr/layers', Object.keys(layersModule).length > 0);
print('webxr/room', Object.keys(roomModule).length > 0);
print('webxr/test-api', typeof installTestApi === 'function' && TEST_API_DEFAULTS.requireUserActivation);

function print(door: string, isFine: boolean): void {
	console.log(`${isFine ? 'ok' : 'FAILED'} ${door}`);
	if (!isFine) process.exitCode = 1;
}

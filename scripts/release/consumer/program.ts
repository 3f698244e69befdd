// A program that uses every entry point of the packages. The release check compiles it in a project without this repository
// and runs it: it prints a line per entry point.
import { readFileSync } from 'node:fs';
import { type CaptureServer, startCaptureServer } from '@handreel/capture';
import { connectCapture, watchCapture } from '@handreel/capture/client';
import { decodeRecording, encodeRecording } from '@handreel/convert';
import { encodeAnim } from '@handreel/convert/anim';
import { decodeBvh, encodeBvh } from '@handreel/convert/bvh';
import { encodeCsv } from '@handreel/convert/csv';
import { encodeGlb } from '@handreel/convert/gltf';
import { getHandMeshUrl, loadHandMeshes } from '@handreel/convert/hands';
import { decodeHandsbin, encodeHandsbin } from '@handreel/convert/handsbin';
import { decodeIwer, encodeIwer } from '@handreel/convert/iwer';
import { decodeJson, encodeJson } from '@handreel/convert/json';
import { encodeLeRobot } from '@handreel/convert/lerobot';
import { decodeMcap, encodeMcap } from '@handreel/convert/mcap';
import { encodeNpz } from '@handreel/convert/npz';
import { decodeParquet, encodeParquet } from '@handreel/convert/parquet';
import { TableReader, TableWriter } from '@handreel/convert/table';
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
import { type JournalFile, openJournal } from '@handreel/node';
import { type ExpectedEvent, matchEvents } from '@handreel/playwright';
import { replayIntoPage } from '@handreel/playwright/page';
import { createPlot, renderSvg } from '@handreel/plot';
import { installReplay, REPLAY_DEFAULTS, type ReplayDriver } from '@handreel/webxr';
import { IWER_VERSION } from '@handreel/webxr/iwer';
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
const performer = new Performer();
performer.right.pinch([0.2, 1.1, 0.4]);
print('core/perform', performer.toRecording().hands !== null);
print('core/play', new Player(recording).time === 0);
print('core/reel', Buffer.compare(writeRecording(decodeReel(encodeReel(recording))), bytes) === 0);
const samplers = [createSampler(recording), createSimdSampler(recording)];
const frames = samplers.map((sampler) => JSON.stringify(sampler.sampleFrame(1, createFrameSample())));
print('core/simd', frames[0] === frames[1]);

const { bytes: encoded } = await encodeRecording(recording, 'json');
print('convert', (await decodeRecording(encoded)).recording.duration === duration);
print('convert/json', decodeJson(encodeJson(recording).json).recording.duration === duration);
print('convert/csv', encodeCsv(recording).csv.length > 0);
print('convert/gltf', encodeGlb(recording).glb.length > 0);
print('convert/handsbin', decodeHandsbin(encodeHandsbin(recording).bytes).recording.head !== null);
print('convert/iwer', decodeIwer(encodeIwer(recording).json).recording.head !== null);
print('convert/bvh', decodeBvh(encodeBvh(recording).bvh).recording.head !== null);
print('convert/anim', encodeAnim(recording).anim.startsWith('%YAML'));
const named = [{ name: 'session', recording }];
print('convert/parquet', decodeParquet(encodeParquet(named).bytes).recordings[0]?.recording.duration === duration);
const table = new TableWriter([{ name: 'path', type: 'text' }]);
const rows = Buffer.concat([...table.addRows([['a']]), ...table.end()]);
print('convert/table', new TableReader(rows).readColumn('path', 0)[0] === 'a');
print('convert/npz', encodeNpz(recording).bytes.length > 0);
print('convert/lerobot', encodeLeRobot(named).files.length > 0);
print('convert/mcap', Buffer.compare(writeRecording(decodeMcap(encodeMcap(recording).bytes).recording), bytes) === 0);
const { left } = await loadHandMeshes();
print('convert/hands', left.length === readFileSync(getHandMeshUrl('left')).length);

print('plot', renderSvg(createPlot([{ name: 'session', recording }])).startsWith('<svg'));

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
print('playwright', typeof matchEvents === 'function' && expected.length === 0);
print('playwright/page', typeof replayIntoPage === 'function');
const install: (recording: Recording) => ReplayDriver = installReplay;
print('webxr', typeof install === 'function' && REPLAY_DEFAULTS.frameRate > 0);
print('webxr/iwer', IWER_VERSION.length > 0);
print('webxr/test-api', typeof installTestApi === 'function' && TEST_API_DEFAULTS.requireUserActivation);

function print(door: string, isFine: boolean): void {
	console.log(`${isFine ? 'ok' : 'FAILED'} ${door}`);
	if (!isFine) process.exitCode = 1;
}

// Reads a file in a separate process, whose heap has a limit, and prints what came of it and what it took.
import { readFileSync } from 'node:fs';
import { decodeRecording, encodeRecordingChunks, recoverRecording } from '@handreel/convert';

const [, , path, format, isWritten] = process.argv;
const bytes = readFileSync(path);
const ends = [];
const messages = [];
ends.push(await attempt(async () => (await decodeRecording(bytes, { format })).recording));
ends.push(await attempt(async () => (await recoverRecording(bytes, { format })).issues));
const { user, system } = process.cpuUsage();
// The highest use of memory. `maxRSS` would also count the process that started this one.
const [, kilobytes] = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
console.log(JSON.stringify({ ends, messages, seconds: (user + system) / 1e6, megabytes: kilobytes / 1024 }));

async function attempt(read) {
	try {
		const result = await read();
		if (isWritten && 'duration' in result) return await attempt(() => write(result));
		const error = Array.isArray(result) ? result.find(({ severity }) => severity === 'error') : undefined;
		return error?.code ?? 'read';
	} catch (error) {
		messages.push(String(error.message).slice(0, 200));
		return error.issue?.code ?? error.name;
	}
}

async function write(recording) {
	for (const _ of (await encodeRecordingChunks(recording, 'bvh')).chunks);
	return 'read';
}

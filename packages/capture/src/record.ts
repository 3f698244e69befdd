// A script for pages of an application: records every immersive session and sends it to a capture server. The proxy of
// `handreel capture --url` puts it into pages; other pages load it from the server.
import { installRecorder, type RecordableSession, recordSession, type SessionRecording } from '@handreel/webxr';
import { type CaptureClient, connectCapture } from './client/capture-client.ts';
import { describeDevice } from './client/describe-device.ts';
import type { CaptureTake } from './client/outgoing-take.ts';

const script = document.currentScript as HTMLScriptElement | null;
const source = new URL(script?.src ?? location.href);
const token = source.searchParams.get('token');
const device = describeDevice();

/** How sessions are recorded: the journal is sent, and little is kept. */
const OPTIONS = { maxDuration: 1, journalInterval: 0.03 } as const;

interface Running {
	readonly take: CaptureTake;
	recording: SessionRecording | null;
}

let running: Running | null = null;
/** The session of the application, until it ends. */
let current: RecordableSession | null = null;
const client: Promise<CaptureClient> = connectCapture({
	url: source.origin,
	device,
	token: token ?? undefined,
	onAction: (action, name) => {
		if (action === 'marker') running?.recording?.addMarker(name ?? 'marker');
		else if (action === 'stop') stop();
		else if (action === 'start') void startAgain();
	},
});

if (navigator.xr) {
	installRecorder({
		...OPTIONS,
		journal: async () => {
			stop();
			const take = (await client).openTake();
			running = { take, recording: null };
			return take;
		},
		onSession: (recording, session) => {
			current = session;
			session.addEventListener('end', () => {
				if (current === session) current = null;
				stop();
			});
			if (running !== null) begin(running, recording);
		},
	});
}

function begin(started: Running, recording: SessionRecording): void {
	started.recording = recording;
	recording.recorder.setDetails({
		info: {
			device,
			application: document.title || location.href,
			date: new Date().toISOString(),
			referenceSpace: 'local',
		},
	});
	void client.then((connected) => connected.setState('recording'));
}

// Another take of the same session.
async function startAgain(): Promise<void> {
	const session = current as (RecordableSession & { requestReferenceSpace(type: string): Promise<object> }) | null;
	if (session === null) return;
	const [connected, space] = await Promise.all([client, session.requestReferenceSpace('local')]);
	// Meanwhile the session may have ended, or the key was pressed twice.
	if (current !== session || running !== null) return;
	const take = connected.openTake();
	running = { take, recording: null };
	begin(running, recordSession(session, space, { ...OPTIONS, journal: take }));
}

// Ends the take. The session of the application continues.
function stop(): void {
	const ended = running;
	running = null;
	if (ended === null) return;
	ended.recording?.stop();
	void client.then((connected) => connected.setState('idle'));
	void ended.take.finish(ended.recording?.issues);
}

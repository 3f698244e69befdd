// A script for pages of an application: records every immersive session and sends it to a capture server. The proxy of
// `handreel capture --url` puts it into pages; other pages load it from the server.
import { installRecorder, type SessionRecording } from '@handreel/webxr';
import { type CaptureClient, connectCapture } from './client/capture-client.ts';
import { describeDevice } from './client/describe-device.ts';
import type { CaptureTake } from './client/outgoing-take.ts';

const script = document.currentScript as HTMLScriptElement | null;
const source = new URL(script?.src ?? location.href);
const token = source.searchParams.get('token');
const device = describeDevice();

interface Running {
	readonly take: CaptureTake;
	recording: SessionRecording | null;
}

let running: Running | null = null;
const client: Promise<CaptureClient> = connectCapture({
	url: source.origin,
	device,
	...(token === null ? {} : { token }),
	onAction: (action, name) => {
		if (action === 'marker') recorder?.current?.addMarker(name ?? 'marker');
		else if (action === 'stop') stop();
	},
});

const recorder = navigator.xr
	? installRecorder({
			maxDuration: 1,
			journalInterval: 0.03,
			journal: async () => {
				stop();
				const take = (await client).openTake();
				running = { take, recording: null };
				return take;
			},
			onSession: (recording, session) => {
				if (running === null) return;
				running.recording = recording;
				recording.recorder.setDetails({
					info: {
						device,
						application: document.title || location.href,
						date: new Date().toISOString(),
						referenceSpace: 'local',
					},
				});
				void client.then((connected) => connected.setState('recording'));
				session.addEventListener('end', stop);
			},
		})
	: null;

// Ends the take. The session of the application goes on.
function stop(): void {
	const ended = running;
	running = null;
	if (ended === null) return;
	ended.recording?.stop();
	void client.then((connected) => connected.setState('idle'));
	void ended.take.finish();
}

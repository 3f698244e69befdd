// The page in the headset. Defines the global `handreelCapture` for tests and for scripts.
import { findSessionMode } from '@handreel/immersive';
import { connectCapture } from './client/capture-client.ts';
import { describeDevice } from './client/describe-device.ts';
import { CaptureFlow } from './page/capture-flow.ts';
import { CaptureSession } from './page/capture-session.ts';
import { PageView } from './page/page-view.ts';
import { describePanel } from './page/panel-model.ts';

async function start(root: HTMLElement): Promise<void> {
	let flow: CaptureFlow | null = null;
	let session: CaptureSession | null = null;
	const device = describeDevice();
	const transport = new URLSearchParams(location.search).get('transport') === 'post' ? 'post' : 'auto';
	const show = (): void => {
		if (flow === null) return;
		view.show(describePanel(flow.state));
		session?.invalidate();
	};
	const client = await connectCapture({
		device,
		transport,
		onChange: show,
		onAction: (action, name) => flow?.act(action, name),
	});
	const view = new PageView(root, (id) => flow?.press(id));
	let mode: Awaited<ReturnType<typeof findSessionMode>> = null;
	const enter = async (): Promise<void> => {
		if (mode === null || flow === null) return;
		try {
			session ??= new CaptureSession(document.body.appendChild(document.createElement('canvas')), flow);
			await session.enter(mode);
		} catch (error) {
			flow.setProblem(`the session could not be started: ${error}`);
		}
	};
	flow = new CaptureFlow({ client, device, onChange: show, onEnter: () => void enter() });
	// Asks the browser not to clear takes that are not sent yet.
	void navigator.storage?.persist?.();
	mode = await findSessionMode();
	flow.setSupport(mode !== null);
	Object.defineProperty(globalThis, 'handreelCapture', { configurable: true, value: { client, flow } });
}

void start(document.getElementById('app') as HTMLElement);

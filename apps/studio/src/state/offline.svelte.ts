/** Installs the service worker, which makes the studio work without its server, and announces a new version. */
export class Offline {
	/** Whether a newer version than that of the page was loaded. A reload shows it. */
	hasUpdate: boolean = $state(false);
	readonly #onControl: () => void;

	/** `onControl` is called when requests of the page begin to go through the service worker. */
	constructor(onControl: () => void) {
		this.#onControl = onControl;
	}

	/** Installs the service worker where the browser has them: on local and encrypted pages. */
	async install(): Promise<void> {
		const { serviceWorker } = navigator;
		if (serviceWorker === undefined) return;
		serviceWorker.addEventListener('controllerchange', this.#onControl);
		try {
			const registration = await serviceWorker.register('./sw.js', { type: 'module' });
			registration.addEventListener('updatefound', () => watch(registration.installing, () => this.#check()));
			watch(registration.installing, () => this.#check());
			await this.#check();
			addEventListener('visibilitychange', () => {
				if (document.visibilityState === 'visible') registration.update().catch(() => {});
			});
		} catch {
			// Without a service worker the studio needs its server, as any page does.
		}
	}

	/** Shows the new version. */
	async update(): Promise<void> {
		const { serviceWorker } = navigator;
		const waiting = (await serviceWorker.getRegistration())?.waiting;
		if (!waiting) return location.reload();
		// A page that is reloaded while its service worker is replaced may be asked of the old one, which no longer answers.
		serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
		waiting.postMessage('activate');
	}

	// Pages come from the server, so a page may be newer than its service worker, which then follows at once.
	async #check(): Promise<void> {
		const registration = await navigator.serviceWorker.getRegistration();
		const waiting = registration?.waiting ?? null;
		if (waiting === null || navigator.serviceWorker.controller === null) return;
		if (await isOwnVersion(waiting)) waiting.postMessage('activate');
		else this.hasUpdate = true;
	}
}

function watch(worker: ServiceWorker | null, onInstalled: () => Promise<void>): void {
	worker?.addEventListener('statechange', () => {
		if (worker.state === 'installed') void onInstalled();
	});
}

// Asks a service worker whether it has the script of this page. Names of scripts change with every version.
function isOwnVersion(worker: ServiceWorker): Promise<boolean> {
	const script = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';
	const { port1, port2 } = new MessageChannel();
	return new Promise((resolve) => {
		port1.onmessage = ({ data }) => resolve(data === true);
		worker.postMessage(script, [port2]);
	});
}

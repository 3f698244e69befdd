/** Installs the service worker, which makes the studio work without its server, and tells when there is a new version. */
export class Offline {
	/** Whether a new version was loaded. A reload shows it. */
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
			registration.addEventListener('updatefound', () => this.#watch(registration.installing));
			if (registration.waiting !== null && serviceWorker.controller !== null) this.hasUpdate = true;
		} catch {
			// Without a service worker the studio needs its server, as any page does.
		}
	}

	/** Shows the new version. */
	async update(): Promise<void> {
		const registration = await navigator.serviceWorker.getRegistration();
		registration?.waiting?.postMessage('activate');
		location.reload();
	}

	#watch(worker: ServiceWorker | null): void {
		worker?.addEventListener('statechange', () => {
			if (worker.state === 'installed' && navigator.serviceWorker.controller !== null) this.hasUpdate = true;
		});
	}
}

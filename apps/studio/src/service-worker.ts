// Keeps the studio usable without its server. The build replaces the text below with the version and all files.

interface ExtendableEvent {
	waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
	readonly request: Request;
	respondWith(response: Promise<Response>): void;
}

interface ServiceWorkerScope {
	readonly registration: { readonly scope: string; unregister(): Promise<boolean> };
	readonly clients: { claim(): Promise<void> };
	skipWaiting(): Promise<void>;
	addEventListener(type: 'install' | 'activate', listen: (event: ExtendableEvent) => void): void;
	addEventListener(type: 'fetch', listen: (event: FetchEvent) => void): void;
	addEventListener(type: 'message', listen: (event: MessageEvent) => void): void;
}

const scope = globalThis as unknown as ServiceWorkerScope;
const { version, files }: { version: string; files: string[] } = JSON.parse('%FILES%');
const PREFIX = 'handreel-studio-';
const CACHE = `${PREFIX}${version}`;
/** The page has this element; a page without it is not the studio. */
const MARK = 'name="application-name" content="handreel studio"';
const urls = new Set(files.map((file) => new URL(file, scope.registration.scope).href));
const page = new URL('./', scope.registration.scope).href;

scope.addEventListener('install', (event) => {
	event.waitUntil(
		caches.open(CACHE).then((cache) => cache.addAll([...urls].map((url) => new Request(url, { cache: 'reload' })))),
	);
});

scope.addEventListener('activate', (event) => {
	event.waitUntil(deleteCaches((name) => name !== CACHE).then(() => scope.clients.claim()));
});

scope.addEventListener('message', ({ data, ports }) => {
	if (data === 'activate') void scope.skipWaiting();
	// A page asks whether it belongs to this version.
	else ports[0]?.postMessage(urls.has(String(data)));
});

scope.addEventListener('fetch', (event) => {
	const { request } = event;
	if (request.method !== 'GET') return;
	if (request.mode === 'navigate') event.respondWith(loadPage(request));
	else if (urls.has(request.url)) event.respondWith(loadFile(request));
});

// The names of files change with their content, so a cached file is always right.
async function loadFile(request: Request): Promise<Response> {
	return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);
}

async function loadPage(request: Request): Promise<Response> {
	let response: Response;
	try {
		response = await fetch(request);
	} catch (error) {
		const cached = await caches.match(page, { cacheName: CACHE });
		if (cached === undefined) throw error;
		return cached;
	}
	// Another program may serve this address by now. Caches first: browsers may stop a worker once it is unregistered.
	if (!(await response.clone().text()).includes(MARK)) {
		await deleteCaches(() => true).finally(() => scope.registration.unregister());
	}
	return response;
}

async function deleteCaches(isOld: (name: string) => boolean): Promise<void> {
	const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && isOld(name));
	await Promise.all(names.map((name) => caches.delete(name)));
}

import './app.css';
import { mount } from 'svelte';
import App from './app.svelte';
import { isServedLive } from './live/is-served-live.ts';
import type { Live } from './live/live.svelte.ts';
import { Offline } from './state/offline.svelte.ts';
import { Session } from './state/session.svelte.ts';
import { Studio } from './state/studio.svelte.ts';

const target = findRoot();
const studio = new Studio();
const session = new Session(studio);
const offline = new Offline(() => studio.workers.renew());
// Not awaited here: modules that are loaded later import from the file of this one, and would wait for it.
if (isServedLive(location.pathname)) {
	void import('./live/live.svelte.ts').then(({ Live }) => start(new Live(studio, location.href)));
} else start(null);

function start(live: Live | null): void {
	mount(App, { target, props: { studio, session, offline, live } });
}

function findRoot(): HTMLElement {
	const element = document.getElementById('app');
	if (element === null) throw new Error('the page has no #app');
	return element;
}

import './app.css';
import { mount } from 'svelte';
import App from './app.svelte';
import { isServedLive } from './live/is-served-live.ts';
import { Offline } from './state/offline.svelte.ts';
import { Session } from './state/session.svelte.ts';
import { Studio } from './state/studio.svelte.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no #app');
const studio = new Studio();
const session = new Session(studio);
const offline = new Offline(() => studio.workers.renew());
const isLive = isServedLive(location.pathname);
const live = isLive ? new (await import('./live/live.svelte.ts')).Live(studio, location.href) : null;
mount(App, { target, props: { studio, session, offline, live } });

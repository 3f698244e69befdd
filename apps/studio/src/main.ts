import './app.css';
import { mount } from 'svelte';
import App from './app.svelte';
import { Offline } from './state/offline.svelte.ts';
import { Session } from './state/session.svelte.ts';
import { Studio } from './state/studio.svelte.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no #app');
const studio = new Studio();
const session = new Session(studio);
const offline = new Offline(() => studio.workers.renew());
mount(App, { target, props: { studio, session, offline } });
// The development server has no service worker.
if (import.meta.env.PROD) void offline.install();

import './app.css';
import { mount } from 'svelte';
import App from './app.svelte';
import { Studio } from './state/studio.svelte.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no #app');
mount(App, { target, props: { studio: new Studio() } });

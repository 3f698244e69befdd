import { MediaQuery } from 'svelte/reactivity';

/** Whether the system wants dark colours. */
export const darkScheme: MediaQuery = new MediaQuery('(prefers-color-scheme: dark)');

import { MediaQuery } from 'svelte/reactivity';

/** Whether the system prefers dark colors. */
export const darkScheme: MediaQuery = new MediaQuery('(prefers-color-scheme: dark)');

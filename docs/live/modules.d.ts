// Modules that Vite makes of files that are not TypeScript.
declare module '*.vue' {
	import type { DefineComponent } from 'vue';

	const component: DefineComponent;
	// biome-ignore lint/style/noDefaultExport: Vue components are default exports.
	export default component;
}

declare module '*.css';

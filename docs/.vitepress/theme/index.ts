import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { defineAsyncComponent, h } from 'vue';
import ExampleFrame from '../../live/example-frame.vue';
import StudioLink from '../../live/studio-link.vue';
import './style.css';

// Pages without live examples do not load their code.
const HandPlayer = defineAsyncComponent(() => import('../../live/hand-player.vue'));
const CurveLab = defineAsyncComponent(() => import('../../live/curve-lab.vue'));
const FileReader = defineAsyncComponent(() => import('../../live/file-reader.vue'));
const HomeHands = defineAsyncComponent(() => import('../../live/home-hands.vue'));
const SampleGallery = defineAsyncComponent(() => import('../../live/sample-gallery.vue'));
const BenchTable = defineAsyncComponent(() => import('../../live/bench-table.vue'));

// biome-ignore lint/style/noDefaultExport: VitePress reads the default export.
export default {
	extends: DefaultTheme,
	Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(HomeHands) }),
	enhanceApp({ app }) {
		app.component('StudioLink', StudioLink);
		app.component('HandPlayer', HandPlayer);
		app.component('CurveLab', CurveLab);
		app.component('FileReader', FileReader);
		app.component('BenchTable', BenchTable);
		app.component('SampleGallery', SampleGallery);
		app.component('ExampleFrame', ExampleFrame);
	},
} satisfies Theme;

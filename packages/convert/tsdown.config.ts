import { defineConfig } from 'tsdown';

export default defineConfig({
	entry: [
		'src/index.ts',
		'src/json.ts',
		'src/csv.ts',
		'src/gltf.ts',
		'src/handsbin.ts',
		'src/iwer.ts',
		'src/bvh.ts',
		'src/anim.ts',
		'src/parquet.ts',
		'src/table.ts',
		'src/npz.ts',
		'src/lerobot.ts',
		'src/mcap.ts',
		'src/hands.ts',
	],
	platform: 'neutral',
	target: 'es2023',
	dts: true,
	sourcemap: true,
	// The package contains the sources.
	outputOptions: { sourcemapExcludeSources: true },
	fixedExtension: false,
	clean: true,
});

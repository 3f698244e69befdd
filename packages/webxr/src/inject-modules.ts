// A script for any page, after `inject`: the parts of the runtime that only some pages need.
import { bodyModule } from './body/body-module.ts';
import { layersModule } from './layers/layers-module.ts';

Object.assign((globalThis as unknown as { handreel: { modules: object } }).handreel.modules, {
	body: bodyModule,
	layers: layersModule,
});

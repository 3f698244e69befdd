/**
 * WebXR Layers: projection, quad, cylinder, equirect and cube layers for the option `layers`.
 *
 * @module
 */

export { layersModule } from './layers/layers-module.ts';

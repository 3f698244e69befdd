/**
 * The room around the person: planes, meshes, hit tests, anchors and light for the option `room`.
 *
 * @module
 */

export { roomModule } from './room/room-module.ts';

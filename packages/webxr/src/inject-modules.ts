// A script for any page, after `inject`: the parts of the runtime that only some pages need.
import { createRoom } from '@handreel/core/record';
import { bodyModule } from './body/body-module.ts';
import { layersModule } from './layers/layers-module.ts';
import { roomModule } from './room/room-module.ts';

const { handreel } = globalThis as unknown as { handreel: { modules: object } };
Object.assign(handreel.modules, { body: bodyModule, layers: layersModule, room: roomModule });
Object.assign(handreel, { createRoom });

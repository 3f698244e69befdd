// A script for any page: replaces `navigator.xr` by a simulated WebXR with `navigator.xr.test`.
import { layersModule } from './layers/layers-module.ts';
import { roomModule } from './room/room-module.ts';
import { installTestApi } from './test-api/install-test-api.ts';

installTestApi({ layers: layersModule, room: roomModule });

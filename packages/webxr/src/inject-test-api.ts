// A script for any page: replaces `navigator.xr` by a simulated WebXR with `navigator.xr.test`.
import { installTestApi } from './test-api/install-test-api.ts';

installTestApi();

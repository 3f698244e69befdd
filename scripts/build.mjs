// npm run build: builds the packages and the studio where inputs have changed.
import { build } from './workspace.mjs';

build();

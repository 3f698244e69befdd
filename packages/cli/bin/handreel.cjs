#!/usr/bin/env node
// npm links this file on installation, when the command is not built yet.
// Node 22.1 and newer keep compiled code, which saves a sixth of the time of `handreel info` (November 2026, Node 22).
require('node:module').enableCompileCache?.();
require('../dist/main.cjs');

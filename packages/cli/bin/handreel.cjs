#!/usr/bin/env node
// A file that is there before the command is built, so that npm can link it.
require('../dist/main.cjs');

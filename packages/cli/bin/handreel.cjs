#!/usr/bin/env node
// npm links this file on installation, when the command is not built yet.
require('../dist/main.cjs');

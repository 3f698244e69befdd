#!/usr/bin/env node
// npm links this file on installation, when the command is not built yet.
import '../dist/main.js';

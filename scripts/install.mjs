// Installs the packages of the lock file, unless they are installed.
import { install } from './workspace.mjs';

install();

// With node --require: reports on stderr when the program finds no reader at the other end of a FIFO, before it tries again.
const fs = require('node:fs');

const { openSync } = fs;
let isReported = false;
fs.openSync = (...args) => {
	try {
		return openSync(...args);
	} catch (error) {
		if (error.code === 'ENXIO' && !isReported) {
			isReported = true;
			fs.writeSync(2, 'waiting\n');
		}
		throw error;
	}
};

// Records at 60 Hz into the journal of its argument, and reports every frame, until it is killed.
import { createFrameSample } from '@handreel/core';
import { Recorder } from '@handreel/core/record';
import { openJournal } from '@handreel/node';

const recorder = new Recorder({ journal: openJournal(process.argv[2]) });
const frame = createFrameSample();
for (const hand of [frame.hands.left, frame.hands.right]) {
	hand.tracked = true;
	hand.present.fill(1);
	for (let joint = 0; joint < 27; joint++) hand.joints[joint * 7 + 6] = 1;
}
frame.headPresent = true;
frame.head[6] = 1;
let count = 0;
const start = performance.now();
recorder.start();
setInterval(() => {
	while (count / 60 <= (performance.now() - start) / 1000) {
		frame.time = count / 60;
		frame.head[0] = count;
		recorder.capture(frame);
		process.send(count++);
	}
}, 4);

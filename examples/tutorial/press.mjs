// handreel perform press.mjs press.reel: a hand presses the button and goes back.
export const options = { space: 'webxr', frameRate: 60 };

// biome-ignore lint/style/noDefaultExport: the command calls it
export default function pressButton({ left, right }) {
	left.hide();
	right.wait(0.4).poke([0.12, 1.3, -0.42]).mark('pressed').rest().wait(0.4);
}

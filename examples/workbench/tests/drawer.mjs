// handreel perform drawer.mjs drawer.reel: a hand pulls the drawer open by its handle.
export const options = { space: 'webxr', frameRate: 60 };

// biome-ignore lint/style/noDefaultExport: the command calls it
export default function pullDrawer({ right }) {
	right.reach([-0.25, 0.86, -0.41]).pinch().mark('held').moveTo([-0.25, 0.86, -0.21]).release().mark('released').rest();
}

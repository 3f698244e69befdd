/** A session that is ready for frames. */
export interface ReadySession {
	readonly session: XRSession;
	readonly space: XRReferenceSpace;
	readonly gl: WebGL2RenderingContext;
}

/** Functions that tests call inside a page. */
export interface PageKit {
	/** A session with a layer and a `local` space. */
	start(mode?: string, features?: readonly string[]): Promise<ReadySession>;
	/** Returns the result of a function inside the next animation frame. */
	inFrame<T>(session: XRSession, work: (frame: XRFrame) => T): Promise<T>;
	/** Returns the results of a function in each of the next frames. */
	inFrames<T>(session: XRSession, count: number, work: (frame: XRFrame) => T): Promise<T[]>;
	/** Returns the name of the error that a function throws or rejects with. */
	errorName(work: () => unknown): Promise<string | null>;
}

/** Runs inside the page, before its scripts. It must not use variables of its module. */
export function installKit(): void {
	const kit: PageKit = {
		async start(mode = 'immersive-vr', features = ['hand-tracking', 'local']) {
			const session = await navigator.xr.requestSession(mode, { requiredFeatures: features });
			const canvas = document.querySelector('canvas') ?? document.body.appendChild(document.createElement('canvas'));
			const gl = canvas.getContext('webgl2', {
				xrCompatible: true,
			} as WebGLContextAttributes) as WebGL2RenderingContext;
			session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
			return {
				session,
				space: await session.requestReferenceSpace(features.includes('local') ? 'local' : 'viewer'),
				gl,
			};
		},
		async inFrame(session, work) {
			const [result] = await kit.inFrames(session, 1, work);
			return result as ReturnType<typeof work>;
		},
		async inFrames<T>(session: XRSession, count: number, work: (frame: XRFrame) => T) {
			const results: T[] = [];
			const onFrame = (_: number, frame: XRFrame): void => {
				if (results.length < count - 1) session.requestAnimationFrame(onFrame);
				results.push(work(frame));
			};
			session.requestAnimationFrame(onFrame);
			await handreel.driver.step(count);
			return results;
		},
		async errorName(work) {
			try {
				await work();
				return null;
			} catch (error) {
				return error instanceof Error || error instanceof DOMException ? error.name : String(error);
			}
		},
	};
	Object.assign(globalThis, { kit });
}

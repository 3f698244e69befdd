/** The mode of an immersive session. */
export type SessionMode = 'immersive-ar' | 'immersive-vr';

/** Features that are used where the headset has them. */
export const FEATURES: readonly string[] = ['local-floor', 'hand-tracking'];

/** The mode of immersive sessions that the headset has: passthrough if possible; `null` without a headset. */
export async function findSessionMode(): Promise<SessionMode | null> {
	for (const mode of ['immersive-ar', 'immersive-vr'] as const) {
		if (await navigator.xr?.isSessionSupported(mode).catch(() => false)) return mode;
	}
	return null;
}

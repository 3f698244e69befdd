import type { Tolerances } from '@handreel/core/edit';

/** The tolerances that `--mm` and `--degrees` ask for; what is not given keeps core's default. */
export function chooseTolerances({ mm, degrees }: { readonly mm?: number; readonly degrees?: number }): Tolerances {
	const metres = (mm ?? 0) / 1000;
	return {
		...(mm === undefined ? {} : { jointPosition: metres, headPosition: metres, gazeOrigin: metres }),
		...(degrees === undefined
			? {}
			: { jointRotationDegrees: degrees, headRotationDegrees: degrees, gazeDirectionDegrees: degrees }),
	};
}

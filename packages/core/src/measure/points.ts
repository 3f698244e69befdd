/** A joint whose motion is measured. */
export type MeasuredJoint = 'wrist' | 'thumbTip' | 'indexTip' | 'middleTip' | 'ringTip' | 'pinkyTip';

/** The joints whose motion is measured. */
export const MEASURED_JOINTS: readonly MeasuredJoint[] = [
	'wrist',
	'thumbTip',
	'indexTip',
	'middleTip',
	'ringTip',
	'pinkyTip',
];

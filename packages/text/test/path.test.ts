import { formatPath } from '@handreel/text';
import { expect, test } from 'vitest';

test.each([
	['hands.left.joints.indexTip.position.x', 'left indexTip position x'],
	['hands.right.isPinching', 'right isPinching'],
	['head.rotation.w', 'head rotation w'],
	['gaze.origin.y', 'gaze origin y'],
])('formatPath writes %s as %s', (path, text) => {
	expect(formatPath(path)).toBe(text);
});

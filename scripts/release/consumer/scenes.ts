// The packages for scenes, used in Vite's build and in Node: prints a line per entry point.
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Scene as BabylonScene } from '@babylonjs/core/scene.js';
import { RecordedHands as BabylonHands } from '@handreel/babylon';
import type { Recording } from '@handreel/core';
import { FigurePlayback, type HandModels, matchBones } from '@handreel/hands';
import { HandreelPlayer } from '@handreel/player';
import { createAnimationClip, RecordedHands } from '@handreel/three';
import type { RecordedHandsData } from '@handreel/three/aframe';
import { RecordedHands as HandsComponent, type RecordedHandsProps } from '@handreel/three/react';
import * as THREE from 'three';

/** Uses every entry point and returns which of them work. */
export async function useScenes(recording: Recording, models: HandModels): Promise<Record<string, boolean>> {
	const playback = new FigurePlayback(recording, { space: 'webxr' });
	playback.update(0.5);
	const hands = new RecordedHands(recording, { models });
	hands.setTime(1);
	const tip = hands.getJoint('right', 'indexTip').getWorldPosition(new THREE.Vector3());
	const clip = createAnimationClip(recording, 'left');
	hands.dispose();
	const scene = new BabylonScene(new NullEngine());
	const babylon = new BabylonHands(scene, recording, { models });
	babylon.setTime(1);
	const node = babylon.getJoint('right', 'indexTip');
	node.computeWorldMatrix(true);
	// Babylon's scenes are left-handed.
	const isSame = Math.abs(node.getAbsolutePosition().z + tip.z) < 1e-5;
	babylon.dispose();
	// hands.spec.ts uses the component in A-Frame, which runs in browsers only.
	const data: Pick<RecordedHandsData, 'handStyle'> = { handStyle: 'joints' };
	const props: RecordedHandsProps = { recording, handStyle: data.handStyle };
	return {
		hands: playback.time === 0.5 && matchBones(models.left.bones).length === 25,
		three: tip.length() > 0 && clip.tracks.length === 51,
		'three/react': typeof HandsComponent === 'function' && props.handStyle === 'joints',
		babylon: isSame,
		player: HandreelPlayer.observedAttributes.includes('src'),
	};
}

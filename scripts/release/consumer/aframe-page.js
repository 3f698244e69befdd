// Another entry point of the Vite build: the component in the real A-Frame, which the page loads before.
import { COMPONENT_NAME } from '@handreel/three/aframe';

const entity = document.createElement('a-entity');
entity.setAttribute(COMPONENT_NAME, 'src: /session.bin');
entity.addEventListener('recordingloaded', ({ detail }) => {
	const { THREE } = globalThis.AFRAME;
	const isSameThree = detail.hands instanceof THREE.Group;
	detail.hands.setTime(1);
	const tip = detail.hands.getJoint('right', 'indexTip').getWorldPosition(new THREE.Vector3());
	document.title = isSameThree && tip.length() > 0 ? 'hands' : 'no hands';
});
entity.addEventListener('recordingerror', ({ detail }) => {
	document.title = detail.error.message;
});
document.querySelector('a-scene').append(entity);

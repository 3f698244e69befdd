// Replaces three.js in the built files: the parts that this package uses, from the three.js inside A-Frame. With a second
// three.js in the page, `instanceof` would fail, and three.js would warn.
import type * as Three from 'three';

const { AFRAME } = globalThis as { AFRAME?: { readonly THREE: typeof Three } };
if (AFRAME === undefined) throw new Error('@handreel/three/aframe: load A-Frame first');
const { THREE } = AFRAME;

export const AnimationClip: typeof Three.AnimationClip = THREE.AnimationClip;
export const Bone: typeof Three.Bone = THREE.Bone;
export const BooleanKeyframeTrack: typeof Three.BooleanKeyframeTrack = THREE.BooleanKeyframeTrack;
export const BoxGeometry: typeof Three.BoxGeometry = THREE.BoxGeometry;
export const BufferAttribute: typeof Three.BufferAttribute = THREE.BufferAttribute;
export const BufferGeometry: typeof Three.BufferGeometry = THREE.BufferGeometry;
export const CapsuleGeometry: typeof Three.CapsuleGeometry = THREE.CapsuleGeometry;
export const Color: typeof Three.Color = THREE.Color;
export const CylinderGeometry: typeof Three.CylinderGeometry = THREE.CylinderGeometry;
export const DetachedBindMode: typeof Three.DetachedBindMode = THREE.DetachedBindMode;
export const DynamicDrawUsage: typeof Three.DynamicDrawUsage = THREE.DynamicDrawUsage;
export const Group: typeof Three.Group = THREE.Group;
export const InstancedBufferAttribute: typeof Three.InstancedBufferAttribute = THREE.InstancedBufferAttribute;
export const InstancedMesh: typeof Three.InstancedMesh = THREE.InstancedMesh;
export const Matrix4: typeof Three.Matrix4 = THREE.Matrix4;
export const Mesh: typeof Three.Mesh = THREE.Mesh;
export const MeshBasicMaterial: typeof Three.MeshBasicMaterial = THREE.MeshBasicMaterial;
export const Object3D: typeof Three.Object3D = THREE.Object3D;
export const QuaternionKeyframeTrack: typeof Three.QuaternionKeyframeTrack = THREE.QuaternionKeyframeTrack;
export const ShaderMaterial: typeof Three.ShaderMaterial = THREE.ShaderMaterial;
export const Skeleton: typeof Three.Skeleton = THREE.Skeleton;
export const SkinnedMesh: typeof Three.SkinnedMesh = THREE.SkinnedMesh;
export const Sphere: typeof Three.Sphere = THREE.Sphere;
export const SphereGeometry: typeof Three.SphereGeometry = THREE.SphereGeometry;
export const Vector3: typeof Three.Vector3 = THREE.Vector3;
export const VectorKeyframeTrack: typeof Three.VectorKeyframeTrack = THREE.VectorKeyframeTrack;

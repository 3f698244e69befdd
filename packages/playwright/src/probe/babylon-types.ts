import type { ThreeVector } from './three-types.ts';

// What the probe uses of Babylon.js, from version 6 on.
export interface BabylonMatrix {
	asArray(): ArrayLike<number>;
	determinant(): number;
}

export interface BabylonCamera {
	readonly name: string;
	readonly mode: number;
	readonly layerMask: number;
	readonly rigCameras: readonly BabylonCamera[];
	readonly viewport?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
	readonly isIntermediate?: boolean;
	readonly outputRenderTarget?: unknown;
	getClassName(): string;
	getWorldMatrix(): BabylonMatrix;
	getTransformationMatrix(): BabylonMatrix;
	getProjectionMatrix(): BabylonMatrix;
	getViewMatrix(force?: boolean): BabylonMatrix;
}

export interface BabylonMaterial {
	readonly name: string;
	readonly alpha: number;
	readonly backFaceCulling: boolean;
	readonly cullBackFaces?: boolean;
	readonly wireframe?: boolean;
	readonly pointsCloud?: boolean;
	readonly pointSize?: number;
	readonly disableDepthWrite?: boolean;
	readonly depthFunction?: number;
	readonly sideOrientation: number | null;
	readonly diffuseColor?: { readonly r: number; readonly g: number; readonly b: number };
	readonly albedoColor?: { readonly r: number; readonly g: number; readonly b: number };
	_getEffectiveOrientation?(mesh: BabylonNode): number;
}

export interface BabylonNode {
	readonly name: string;
	readonly id?: string;
	readonly metadata?: unknown;
	readonly isVisible?: boolean;
	readonly isPickable?: boolean;
	readonly visibility?: number;
	readonly layerMask?: number;
	readonly renderingGroupId?: number;
	readonly infiniteDistance?: boolean;
	readonly billboardMode?: number;
	readonly actionManager?: unknown;
	readonly material?: BabylonMaterial | null;
	readonly sourceMesh?: BabylonNode | null;
	readonly skeleton?: unknown;
	readonly morphTargetManager?: unknown;
	readonly geometry?: { readonly id: string } | null;
	readonly hasThinInstances?: boolean;
	readonly thinInstanceCount?: number;
	readonly overrideMaterialSideOrientation?: number | null;
	readonly subMeshes?: readonly {
		readonly indexStart: number;
		readonly indexCount: number;
		readonly verticesStart: number;
		readonly verticesCount: number;
		getMaterial?(): BabylonMaterial | null;
	}[];
	getClassName(): string;
	getChildren(): BabylonNode[];
	getScene(): BabylonScene;
	isEnabled(): boolean;
	getAbsolutePosition?(): ThreeVector;
	computeWorldMatrix?(force: boolean): unknown;
	getWorldMatrix?(): BabylonMatrix;
	getHierarchyBoundingVectors?(): { readonly min: ThreeVector; readonly max: ThreeVector };
	getTotalVertices?(): number;
	getVerticesData?(kind: string): ArrayLike<number> | null;
	getPositionData?(skeleton: boolean, morph: boolean): ArrayLike<number> | null;
	getIndices?(): ArrayLike<number> | null;
	thinInstanceGetWorldMatrices?(): BabylonMatrix[];
}

export interface BabylonScene {
	readonly rootNodes: BabylonNode[];
	readonly useRightHandedSystem: boolean;
	readonly isDisposed: boolean;
	readonly activeCamera: BabylonCamera | null;
	readonly activeCameras?: readonly BabylonCamera[] | null;
	readonly autoClear?: boolean;
	readonly defaultMaterial?: BabylonMaterial;
	readonly onAfterRenderObservable?: { add(callback: () => void): unknown };
	getFrameId?(): number;
	getEngine(): {
		getRenderingCanvas(): HTMLCanvasElement | null;
		readonly useReverseDepthBuffer?: boolean;
	};
	render?(): void;
}

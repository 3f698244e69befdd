// What the probe uses of three.js, from r150 on. A-Frame includes it.
export interface ThreeVector {
	readonly x: number;
	readonly y: number;
	readonly z: number;
}

export interface ThreeMatrix {
	readonly elements: ArrayLike<number>;
}

export interface ThreeAttribute {
	readonly array: ArrayLike<number>;
	readonly itemSize: number;
	readonly count: number;
	readonly normalized?: boolean;
	readonly version?: number;
	readonly isInterleavedBufferAttribute?: true;
	readonly offset?: number;
	readonly data?: { readonly array: ArrayLike<number>; readonly stride: number; readonly version?: number };
	getX(i: number): number;
	getY(i: number): number;
	getZ(i: number): number;
}

export interface ThreeGeometry {
	readonly name: string;
	readonly type: string;
	readonly attributes: Readonly<Record<string, ThreeAttribute | undefined>>;
	readonly index: ThreeAttribute | null;
	readonly groups: readonly { readonly start: number; readonly count: number; readonly materialIndex?: number }[];
	readonly drawRange: { readonly start: number; readonly count: number };
	readonly instanceCount?: number;
	readonly isInstancedBufferGeometry?: true;
	boundingBox: { readonly min: ThreeVector; readonly max: ThreeVector } | null;
	computeBoundingBox?(): void;
}

export interface ThreeMaterial {
	readonly name: string;
	readonly visible: boolean;
	readonly side: number;
	readonly transparent: boolean;
	readonly opacity: number;
	readonly transmission?: number;
	readonly depthTest: boolean;
	readonly depthWrite: boolean;
	readonly wireframe?: boolean;
	readonly linewidth?: number;
	readonly worldUnits?: boolean;
	readonly size?: number;
	readonly sizeAttenuation?: boolean;
	readonly rotation?: number;
	readonly isShaderMaterial?: true;
	readonly color?: { getHexString?(): string };
}

/** One matrix per instance. */
interface ThreeMatrices {
	readonly array: ArrayLike<number>;
}

export interface ThreeNode {
	readonly isObject3D?: true;
	readonly isScene?: true;
	readonly isMesh?: true;
	readonly isInstancedMesh?: true;
	readonly isBatchedMesh?: true;
	readonly isSkinnedMesh?: true;
	readonly isSprite?: true;
	readonly isPoints?: true;
	readonly isLine?: true;
	readonly isLineSegments?: true;
	readonly isLineLoop?: true;
	readonly isLineSegments2?: true;
	readonly uuid: string;
	readonly name: string;
	readonly type: string;
	visible: boolean;
	readonly parent?: ThreeNode | null;
	readonly children: readonly ThreeNode[];
	readonly layers?: { readonly mask: number };
	readonly el?: Element & { readonly object3D?: object; readonly isEntity?: boolean };
	readonly matrixWorld: ThreeMatrix;
	readonly geometry?: ThreeGeometry;
	readonly material?: ThreeMaterial | readonly ThreeMaterial[];
	readonly userData?: Readonly<Record<string, unknown>>;
	readonly morphTargetInfluences?: readonly number[];
	readonly position: ThreeVector & { clone(): ThreeVector };
	readonly center?: { readonly x: number; readonly y: number };
	readonly count?: number;
	readonly instanceMatrix?: ThreeMatrices;
	readonly text?: unknown;
	readonly textRenderInfo?: {
		readonly visibleBounds?: ArrayLike<number>;
		readonly blockBounds?: ArrayLike<number>;
	} | null;
	/** React Three Fiber: `props` in version 9, `memoizedProps` in version 8. */
	readonly __r3f?: {
		readonly props?: Readonly<Record<string, unknown>>;
		readonly memoizedProps?: Readonly<Record<string, unknown>>;
		readonly eventCount?: number;
	};
	readonly _listeners?: Readonly<Record<string, readonly unknown[]>>;
	getVertexPosition?(i: number, out: ThreeVector): ThreeVector;
	boneTransform?(i: number, out: ThreeVector): ThreeVector;
	/** Of batched meshes. */
	readonly instanceCount?: number;
	getMatrixAt?(i: number, out: ThreeMatrix): unknown;
	getVisibleAt?(i: number): boolean;
	getGeometryIdAt?(i: number): number;
	getGeometryRangeAt?(i: number): { readonly start: number; readonly count: number } | null;
	updateWorldMatrix(parents: boolean, children: boolean): void;
}

export interface ThreeCamera {
	readonly name?: string;
	readonly type?: string;
	readonly isPerspectiveCamera?: boolean;
	readonly isOrthographicCamera?: boolean;
	readonly isArrayCamera?: boolean;
	readonly reversedDepth?: boolean;
	readonly layers?: { readonly mask: number };
	readonly parent?: { readonly type?: string } | null;
	readonly matrixWorld: ThreeMatrix;
	readonly matrixWorldInverse: ThreeMatrix;
	readonly projectionMatrix: ThreeMatrix;
}

/** Something that `getViewport` and `getSize` write to. */
export interface ThreeReceiver {
	copy(from: { x: number; y: number; z: number; w: number }): unknown;
	set(...values: number[]): unknown;
}

export interface ThreeRenderer {
	readonly isWebGPURenderer?: boolean;
	readonly autoClear?: boolean;
	readonly domElement?: HTMLCanvasElement;
	readonly xr?: { readonly isPresenting?: boolean; getCamera?(): { readonly cameras?: readonly ThreeCamera[] } };
	render(scene: ThreeNode, camera: ThreeCamera, ...rest: unknown[]): unknown;
	getRenderTarget?(): { readonly width: number; readonly height: number } | null;
	getViewport?(target: ThreeReceiver): unknown;
	getSize?(target: ThreeReceiver): unknown;
}

// The parts of A-Frame that the component uses. A-Frame comes without types.
import type { FrameSample } from '@handreel/core';
import type { Object3D } from 'three';

/** An entity of A-Frame. */
export interface Entity extends HTMLElement {
	readonly object3D: Object3D;
	emit(name: string, detail?: object, bubbles?: boolean): void;
	setObject3D(type: string, object: Object3D): void;
	removeObject3D(type: string): void;
}

/** An instance of a component. */
export interface ComponentInstance<Data> {
	readonly el: Entity;
	readonly data: Data;
}

/** The definition of a component. */
export interface ComponentDefinition<Data, State> {
	readonly schema: Readonly<Record<keyof Data, { readonly type: string; readonly default: unknown }>>;
	init(this: ComponentInstance<Data> & State): void;
	update(this: ComponentInstance<Data> & State, before: Partial<Data>): void;
	tick(this: ComponentInstance<Data> & State, time: number, delta: number): void;
	push(this: ComponentInstance<Data> & State, frame: FrameSample): void;
	remove(this: ComponentInstance<Data> & State): void;
}

/** The global `AFRAME`. */
export interface AFrame {
	readonly components: Readonly<Record<string, unknown>>;
	registerComponent(name: string, definition: object): void;
}

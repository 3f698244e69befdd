/** A button of a panel. */
export interface PanelButton<Id extends string = string> {
	readonly id: Id;
	readonly label: string;
	readonly tone: 'primary' | 'danger' | 'plain';
}

/** A slider of a panel. */
export interface PanelSlider {
	/** From 0 to 1. */
	readonly value: number;
	/** Values with a mark. */
	readonly marks: readonly number[];
}

/** What a panel shows. */
export interface PanelModel<Id extends string = string> {
	readonly title: string;
	readonly tone: 'calm' | 'recording' | 'problem';
	readonly lines: readonly string[];
	/** Default: none. */
	readonly slider?: PanelSlider | null;
	readonly buttons: readonly PanelButton<Id>[];
}

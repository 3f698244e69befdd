/**
 * Calls a function with each uncaught error and each unhandled rejection of a window, at the moment in which it happens.
 * Returns an undo function.
 */
export function listenForErrors(scope: typeof globalThis & Window, onError: (error: unknown) => void): () => void {
	const hearError = ({ error, message }: ErrorEvent): void => onError(error ?? message);
	const hearRejection = ({ reason }: PromiseRejectionEvent): void => onError(reason);
	scope.addEventListener('error', hearError);
	scope.addEventListener('unhandledrejection', hearRejection);
	return () => {
		scope.removeEventListener('error', hearError);
		scope.removeEventListener('unhandledrejection', hearRejection);
	};
}

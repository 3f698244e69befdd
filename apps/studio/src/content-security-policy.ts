/** Allows the files of the studio only. The page has it as a meta element, and `handreel view` sends it as a header. */
export const CONTENT_SECURITY_POLICY: readonly string[] = [
	"default-src 'none'",
	// WebAssembly samples recordings with SIMD.
	"script-src 'self' 'wasm-unsafe-eval'",
	"style-src 'self'",
	"img-src 'self' data: blob:",
	"font-src 'self'",
	"connect-src 'self' blob:",
	"worker-src 'self'",
	"manifest-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
];

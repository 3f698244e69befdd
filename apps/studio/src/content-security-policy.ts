/** What the studio may load: nothing but its own files. The page says so, and its server says it again. */
export const CONTENT_SECURITY_POLICY: readonly string[] = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data: blob:",
	"font-src 'self'",
	"connect-src 'self' blob:",
	"worker-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
];

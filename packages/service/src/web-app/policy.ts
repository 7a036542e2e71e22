/**
 * The rights of the app in the browser: it may load from this service and nowhere else, and run only scripts in files.
 * There is no inline script and no inline style; WebAssembly is for the decoders of pdf.js. Scripts and markup made
 * from text need a policy of the app's own (Trusted Types), so a document that gets past the sanitiser still meets a
 * wall.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types dompurify polyparse',
].join('; ')

/**
 * The headers of the page and of every asset: a worker obeys the policy of its own file, not of the page that starts
 * it.
 */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const

/**
 * Query parameters that give everyone with the URL access to what is behind it: those of S3, Google, Azure, CloudFront.
 */
const signatureParameterPattern = /[?&](?:x-amz-signature|x-goog-signature|signature|sig|policy|token|key-pair-id)=/i

const maxSignatureSearchDepth = 200

/** An answer in which signed URLs, which are as good as keys, have lost their query. */
export const withoutSignatures = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return isSigned(value) ? value.replace(/[?#][^]*$/, '') : value
  if (typeof value !== 'object' || value === null || depth > maxSignatureSearchDepth) return value
  if (Array.isArray(value)) return value.map((each) => withoutSignatures(each, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSignatures(each, depth + 1)]))
}

const isSigned = (text: string): boolean =>
  text.length < 10_000 && /^https?:/i.test(text) && signatureParameterPattern.test(text)

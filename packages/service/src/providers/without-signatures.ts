/** Query parameters by which whoever has a URL may fetch what is behind it: of S3, Google, Azure, CloudFront. */
const signature = /[?&](?:x-amz-signature|x-goog-signature|signature|sig|policy|token|key-pair-id)=/i

const deepest = 200

/** An answer in which URLs that are as good as a key have lost what made them so. */
export const withoutSignatures = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return isSigned(value) ? value.replace(/[?#][^]*$/, '') : value
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  if (Array.isArray(value)) return value.map((each) => withoutSignatures(each, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSignatures(each, depth + 1)]))
}

const isSigned = (text: string): boolean => text.length < 10_000 && /^https?:/i.test(text) && signature.test(text)

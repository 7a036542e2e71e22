import type { VendorAnswer } from '../../http.ts'
import type { VendorProblem } from '../../http-failure.ts'
import { valueAt } from '../../vendor-options.ts'

/** The exceptions whose status alone is not precise enough: nearly all have 400. */
const textractExceptionProblems: Readonly<Record<string, VendorProblem>> = {
  AccessDeniedException: 'auth',
  ExpiredTokenException: 'auth',
  IncompleteSignatureException: 'auth',
  InvalidClientTokenId: 'auth',
  InvalidSignatureException: 'auth',
  MissingAuthenticationTokenException: 'auth',
  OptInRequired: 'auth',
  RequestExpired: 'auth',
  SubscriptionRequiredException: 'auth',
  UnrecognizedClientException: 'auth',
  LimitExceededException: 'rate_limited',
  ProvisionedThroughputExceededException: 'rate_limited',
  ThrottlingException: 'rate_limited',
  BadDocumentException: 'invalid_document',
  UnsupportedDocumentException: 'invalid_document',
  DocumentTooLargeException: 'too_large',
  InvalidJobIdException: 'gone',
  // Textract cannot read the bucket, which then belongs to another region or account.
  InvalidS3ObjectException: 'misconfigured',
  UnknownOperationException: 'misconfigured',
}

export const textractProblem = ({ headers, body }: VendorAnswer): VendorProblem | null => {
  const named = valueAt(body, ['__type']) ?? headers['x-amzn-errortype']
  // `com.amazonaws.textract#ThrottlingException`, or `ThrottlingException:http://…` in the header.
  const name = typeof named === 'string' ? named.replace(/^.*#/, '').replace(/:.*$/, '') : ''
  return textractExceptionProblems[name] ?? null
}

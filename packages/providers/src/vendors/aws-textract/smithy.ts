/** The signature of requests for AWS, in a module of its own: published, it holds that part of the packages. */
export { Sha256 } from '@smithy/core/checksum'
export { SignatureV4 } from '@smithy/signature-v4'

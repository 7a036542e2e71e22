/** The part of the contract that is used at run time, in a module of its own: published, it holds that part of it. */
export { readRetryAfter } from '@polyparse/contract/retry-after'

import { limits } from '@polyparse/contract'

/**
 * The age, in milliseconds, at which a blob without an owner and a write that has not ended are taken for abandoned. An
 * upload may take an hour before its job exists; as long again allows for clocks that differ.
 */
export const abandonedMs = 2 * limits.uploadTotalMs

/* The providers that an environment makes, and the check whether they answer. Loads their adapters. */
export { checkProviders } from '../service/check-providers.ts'
export { listProviders } from '../service/list-providers.ts'

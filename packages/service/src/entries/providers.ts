/* Which providers an environment makes, and whether they answer. Loads their adapters. */
export { checkProviders } from '../service/check-providers.ts'
export { listProviders } from '../service/list-providers.ts'

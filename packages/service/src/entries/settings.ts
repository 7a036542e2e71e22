/* The settings of an environment, before anything is opened. */
export { readSettings, type Settings } from '../config.ts'
export { type BlobPlace, parseBlobPlace } from '../config/service-settings.ts'
export { languagesFolder } from '../service/languages-folder.ts'
export { knownProviderIds, localProviders } from '../service/local-ids.ts'

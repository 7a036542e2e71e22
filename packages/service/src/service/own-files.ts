import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Files that come with the service: in the published package beside its code, in the repository where they are made. */
const find = (published: string, inRepository: string): string => {
  const path = fileURLToPath(new URL(`../../${published}`, import.meta.url))
  return existsSync(path) ? path : fileURLToPath(new URL(`../../${inRepository}`, import.meta.url))
}

/** The folder of the built web app. */
export const webAppFolder = find('web', '../web/dist')

/** A document to try the service with. */
export const sampleFile = find('examples/sample.pdf', '../../examples/sample.pdf')

import { isOptions } from '../../options.ts'
import { ProviderFailure, type ParseRequest } from '../../provider.ts'

/** Options that name a server, a repository of models or a configuration: `picture_description_api` and the like. */
const modelOption = /_(?:api|local|custom_config)$/

/**
 * Such options make the server send pages to an address, or fetch a model, that a caller has chosen.
 *
 * @throws {ProviderFailure} for them, and for any other option with an address in it.
 */
export const refuseModels = ({ options }: ParseRequest): void => {
  for (const [option, value] of Object.entries(options)) {
    if (!modelOption.test(option) && !hasAddress(value)) continue
    const message = `The option \`${option}\` can be set only where the operator allows it, because it names a model or an address.`
    throw new ProviderFailure('unsupported_option', message, { notAccepted: true })
  }
}

/** Looks also into a text that the server parses as JSON. */
const hasAddress = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('://')
  if (Array.isArray(value)) return value.some(hasAddress)
  return isOptions(value) && Object.values(value).some(hasAddress)
}

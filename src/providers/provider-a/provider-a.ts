import { Compile } from 'typebox/compile'
import { engineByMediaType } from '../../engines/engine-by-media-type.ts'
import { defaultRequest, type EngineRequest } from '../../engines/engine.ts'
import { EngineFailure } from '../../engines/engine-failure.ts'
import type { Sandbox } from '../../engines/sandbox/sandbox.ts'
import { ProviderFailure, type ParseRequest, type Provider } from '../provider.ts'
import { Options } from './options.ts'

const options = Compile(Options)

/** The engines that come with the service: nothing leaves the machine, no key is needed. */
export const createProviderA = ({ sandbox }: { readonly sandbox: Sandbox }): Provider => ({
  id: 'provider-a',
  name: 'Built-in engines',
  capabilities: {
    execution: 'async',
    features: ['blocks', 'page-selection'],
    outputs: ['markdown', 'text', 'pages', 'tables', 'images', 'json', 'metadata'],
  },
  mediaTypes: Object.keys(engineByMediaType),
  options: Options,
  parse: async (request, signal) => {
    const { source } = request
    const engine = engineByMediaType[source.mediaType]
    if (engine === undefined) {
      throw new ProviderFailure('document_damaged', `Documents of the type ${source.mediaType} cannot be read.`)
    }
    if (source.size === 0) throw new ProviderFailure('document_empty', 'The document has no bytes.')
    try {
      return await sandbox.run(engine, { open: () => source.open(), request: engineRequest(request) }, signal)
    } catch (error) {
      throw error instanceof EngineFailure ? asProviderFailure(error) : error
    }
  },
})

const engineRequest = ({
  source,
  pages,
  maxPages,
  options: given,
  outputs,
  includeRaw,
}: ParseRequest): EngineRequest => {
  if (!options.Check(given))
    throw new ProviderFailure('unsupported_option', 'The options of the provider are not valid.')
  return {
    ...defaultRequest,
    mediaType: source.mediaType,
    pages,
    maxPages,
    password: given.password ?? null,
    pictures: outputs.includes('images') || outputs.includes('json'),
    words: given.words ?? false,
    raw: includeRaw,
  }
}

const asProviderFailure = (failure: EngineFailure): ProviderFailure =>
  new ProviderFailure(failure.code, failure.message, { transient: failure.transient, cause: failure })

import { chunkingOf, engineRequest, languagesOption, ReadOptions } from '@polyparse/readers'
import { EngineFailure } from '@polyparse/engine'
import type { Sandbox } from '@polyparse/sandbox'
import { type TObject, type TSchema, Type } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'
import { wantsPictures } from './answer-pictures.ts'
import { ProviderFailure, type DirectProvider, type ParseRequest } from './provider.ts'

/** The declaration of a local provider; all of them work in the same way. */
export type LocalProvider = Pick<
  DirectProvider,
  'id' | 'name' | 'capabilities' | 'derived' | 'family' | 'escalationOption'
> & {
  /** The engine that reads each media type. */
  readonly engines: Readonly<Record<string, string>>
  /** Made by `optionsOf`. */
  readonly options: TObject
}

type LocalParts = {
  readonly sandbox: Pick<Sandbox, 'run'>
  /** The folder of further languages for text in images, which the sandbox can read. Default: null, for none. */
  readonly languagesFolder?: string | null
}

/** A provider whose engines come with the service: nothing leaves the machine, no key is needed. */
export const createLocalProvider = (
  { engines, options: declaredOptions, ...declared }: LocalProvider,
  { sandbox, languagesFolder = null }: LocalParts,
): DirectProvider => {
  const options = withLanguages(declaredOptions, languagesFolder)
  const readOptions = optionReader(options)
  return {
    ...declared,
    mediaTypes: Object.keys(engines),
    options,
    parse: async (request, signal) => {
      const { source } = request
      const engine = engines[source.mediaType]
      if (engine === undefined) {
        throw new ProviderFailure('document_damaged', `Documents of the type ${source.mediaType} cannot be read.`)
      }
      if (source.size === 0) throw new ProviderFailure('document_empty', 'The document has no bytes.')
      const given = readOptions(request.options)
      const { pages, maxPages, outputs, includeRaw, onProgress = () => {}, onPageRead } = request
      const pictures = wantsPictures(request)
      const asked = { mediaType: source.mediaType, pages, maxPages, pictures, raw: includeRaw, languagesFolder }
      const work = {
        open: () => source.open(),
        owner: source.owner,
        request: engineRequest(asked, withWords(given, outputs)),
        onProgress,
        ...(onPageRead !== undefined && { onPageRead }),
      }
      try {
        const document = await sandbox.run(engine, work, signal)
        return outputs.includes('chunks') ? { ...document, chunking: chunkingOf(given) } : document
      } catch (error) {
        throw error instanceof EngineFailure ? asProviderFailure(error) : error
      }
    },
  }
}

/** Values and labels are found in the words of a document. */
const withWords = (options: ReadOptions, outputs: ParseRequest['outputs']): ReadOptions =>
  outputs.includes('extraction') || outputs.includes('classification') ? { words: true, ...options } : options

/** The options with the languages that are installed, where languages are among them. */
const withLanguages = (options: TObject, folder: string | null): TObject =>
  'languages' in options.properties
    ? Type.Object(
        { ...options.properties, languages: Type.Optional(languagesOption(folder)) },
        { additionalProperties: false },
      )
    : options

const everyOption = Compile(ReadOptions)

const optionReader = (schema: TSchema) => {
  const own = Compile(schema)
  return (given: ParseRequest['options']): ReadOptions => {
    if (own.Check(given) && everyOption.Check(given)) return given
    throw new ProviderFailure('unsupported_option', 'The options of the provider are not valid.')
  }
}

const asProviderFailure = (failure: EngineFailure): ProviderFailure =>
  new ProviderFailure(failure.code, failure.message, { transient: failure.transient, cause: failure })

import { readers } from '@polyparse/readers'
import type { DirectProvider } from '../provider.ts'
import { convertibleMediaTypes } from './convertible.ts'
import type { Converter } from './converter.ts'

/** The media types for which a converter is asked: those that no reader here reads. */
const converterOnlyMediaTypes = convertibleMediaTypes.filter((mediaType) => !Object.hasOwn(readers.auto, mediaType))

/**
 * The provider, which also reads what the operator's converter turns into a type that it reads: such a document is
 * converted first, and a warning says so. Without a converter it says what one would make readable.
 */
export const withConverter = (provider: DirectProvider, converter: Converter | null): DirectProvider => {
  if (converter === null) return { ...provider, convertible: converterOnlyMediaTypes }
  if (!provider.mediaTypes.includes(converter.mediaType)) return provider
  const converts = new Set(converterOnlyMediaTypes)
  return {
    ...provider,
    mediaTypes: [...provider.mediaTypes, ...converterOnlyMediaTypes],
    parse: async (request, signal) => {
      const { source } = request
      if (source.size === 0 || !converts.has(source.mediaType)) return provider.parse(request, signal)
      const document = await provider.parse({ ...request, source: await converter.convert(source, signal) }, signal)
      return { ...document, converted: { mediaType: source.mediaType, by: converter.name } }
    },
  }
}

import type { Document, WarningCode } from '@polyparse/document'
import type { Provider } from '@polyparse/providers/port'

/** The names of the providers that read what is written by hand, in their order. */
export const handwritingReadersOf = (providers: Iterable<Provider>): readonly string[] =>
  Array.from(providers).flatMap(({ id, name, capabilities }) =>
    capabilities.features.includes('handwriting') ? [`${name} (\`${id}\`)`] : [],
  )

const unread: WarningCode = 'handwriting_not_read'

/** The document with its warnings of handwriting saying who reads it; as it is where nobody does. */
export const withHandwritingReaders = (document: Document, names: readonly string[]): Document => {
  if (names.length === 0 || !document.warnings.some(({ code }) => code === unread)) return document
  const who = new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
  return {
    ...document,
    warnings: document.warnings.map((each) =>
      each.code === unread
        ? { ...each, message: `${each.message} Ask ${who}, which ${names.length === 1 ? 'reads' : 'read'} it.` }
        : each,
    ),
  }
}

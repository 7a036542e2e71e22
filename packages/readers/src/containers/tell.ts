import { type ContainedDocument, type Warning, warning } from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'
import { maxNamed, maxPictureBytes } from './parameters.ts'

export const tooManyPages = (maxPages: number): EngineFailure =>
  new EngineFailure(
    'too_many_pages',
    `The documents in it have more than ${maxPages} pages together; at most ${maxPages} are read at once.`,
  )

/** An engine has failed on one document; the others may be read all the same. */
export const brokenContainer = (cause: unknown): EngineFailure =>
  new EngineFailure('engine_crashed', 'The engine failed on this document.', { cause })

/** The failure of the whole where nothing in it could be read; it is that of all of them where they have one in common. */
export const nothingRead = (failures: readonly EngineFailure[]): EngineFailure => {
  const [first] = failures
  if (first === undefined) return new EngineFailure('document_empty', 'There are no documents in it.')
  const code = failures.every((failure) => failure.code === first.code) ? first.code : 'document_damaged'
  const none = failures.length === 1 ? 'The only document in it' : `None of the ${failures.length} documents in it`
  return new EngineFailure(code, `${none} could be read. ${first.message}`, { cause: first })
}

export const unreadEntries = (documents: readonly ContainedDocument[]): Warning[] => {
  const paths = documents.filter(({ error }) => error !== undefined).map(({ path }) => path)
  if (paths.length === 0) return []
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : ''
  const count = `${paths.length} of the ${documents.length} documents in it`
  return [
    warning(
      'entry_unread',
      `${count} could not be read: ${paths.slice(0, maxNamed).join(', ')}${more}. The metadata says why of each.`,
    ),
  ]
}

export const hiddenEntries = (count: number): Warning[] =>
  count === 0
    ? []
    : [
        warning(
          'content_omitted',
          `${count === 1 ? 'A hidden file, whose name' : `${count} hidden files, whose names`} or folder begins with a dot, ${count === 1 ? 'was' : 'were'} left out.`,
        ),
      ]

export const picturesOmitted = (): Warning =>
  warning(
    'image_omitted',
    `The images of some documents were left out, because those before them have more than ${maxPictureBytes / 1024 ** 2} MiB.`,
  )

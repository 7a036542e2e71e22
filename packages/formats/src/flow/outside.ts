import { type Warning, warning } from '@polyparse/document'

/**
 * References of a document to contents outside of it: the number of images that its text mentions, and the files that
 * are parts of it.
 */
export type Outside = { images: number; readonly files: string[] }

export const nothingOutside = (): Outside => ({ images: 0, files: [] })

/** The maximum number of files that a warning names. */
const maxFilesInWarning = 5

/** Nothing outside a document is opened; these warnings say what is missing for that reason. */
export const outsideWarnings = ({ images, files }: Outside): Warning[] => [
  ...(images === 0
    ? []
    : [
        warning(
          'image_omitted',
          `The document names ${images === 1 ? 'an image' : `${images} images`} in ${images === 1 ? 'a file of its own' : 'files of their own'}, which ${images === 1 ? 'was' : 'were'} not read.`,
        ),
      ]),
  ...(files.length === 0 ? [] : [warning('content_unread', filesUnread(files))]),
]

/** Parts for other programs, such as HTML in the source of a text. */
export const partsOmitted = (count: number): Warning[] =>
  count === 0
    ? []
    : [
        warning(
          'content_omitted',
          `${count === 1 ? 'A part of the document is' : `${count} parts of the document are`} written for another program, and left out.`,
        ),
      ]

const filesUnread = (files: readonly string[]): string => {
  const named = files
    .slice(0, maxFilesInWarning)
    .map((name) =>
      name
        .replaceAll(/[^\p{L}\p{N}._/ -]/gu, '')
        .trim()
        .slice(0, 80),
    )
    .filter((name) => name !== '')
    .join(', ')
  return `The document includes ${files.length === 1 ? 'another file, which was' : `${files.length} other files, which were`} not read${named === '' ? '' : `: ${named}${files.length > maxFilesInWarning ? ' …' : ''}`}.`
}

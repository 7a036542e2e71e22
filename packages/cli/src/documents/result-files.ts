import type { ParseResult } from '@polyparse/contract'
import { type ImageValue, type OutputId, outputRecords } from '@polyparse/document'
import { type ReplaceImage, replaceHtmlImages, replaceMarkdownImages } from '@polyparse/document/image-links'
import { imageExtensionOf } from '@polyparse/document/media-types'
import { createFileNames } from './file-names.ts'

/** A file of a result; its path is safe file names joined by `/`. */
export type ResultFile = { readonly path: string; readonly content: string | Uint8Array }

/**
 * The files that outputs will be written to, known before the result is.
 * @example pathsOf('report', ['markdown', 'tables'], false) // ['report.md', 'report.tables.json']
 */
export const pathsOf = (name: string, outputs: readonly OutputId[], includeRaw: boolean): string[] => [
  ...outputs.map((output) => `${name}.${outputRecords[output].extension}`),
  ...(includeRaw ? [`${name}.raw.json`] : []),
]

/**
 * A result as files, one for each requested output that it has. That of `images` is their list; each is a file of its own
 * beside it.
 */
export const filesOf = (name: string, { outputs, raw }: ParseResult, wanted: readonly OutputId[]): ResultFile[] => {
  const pictures = wanted.includes('images') ? picturesOfResult(name, outputs.images ?? []) : []
  const entries = pictures.map(({ entry }) => entry)
  const files = wanted.flatMap((output): ResultFile[] => {
    const value = outputs[output]
    if (value === undefined) return []
    const path = `${name}.${outputRecords[output].extension}`
    if (output === 'images') return [{ path, content: jsonResultFile(entries) }]
    if (output === 'json' && wanted.includes('images'))
      return [{ path, content: jsonResultFile({ ...outputs.json, images: entries }) }]
    const replaceImages = pictureLinks[output]
    if (replaceImages !== undefined && typeof value === 'string')
      return [{ path, content: textResultFile(linkPictures(value, pictures, replaceImages)) }]
    return [{ path, content: typeof value === 'string' ? textResultFile(value) : jsonResultFile(value) }]
  })
  return [
    ...files,
    ...pictures.flatMap(({ file }) => file ?? []),
    ...(raw === undefined ? [] : [{ path: `${name}.raw.json`, content: jsonResultFile(raw) }]),
  ]
}

/**
 * Text for a terminal or a file: ends with a line break.
 * @example textResultFile('# Report') // '# Report\n'
 */
export const textResultFile = (value: string): string => (value === '' || value.endsWith('\n') ? value : `${value}\n`)

/**
 * @example jsonResultFile({ pages: 3 }) // '{\n  "pages": 3\n}\n'
 */
export const jsonResultFile = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** A picture, its entry in the list, and its file, which the other files refer to by a `link` from their folder. */
type ResultPicture = {
  readonly id: string
  readonly entry: object
  readonly file: (ResultFile & { readonly link: string }) | null
}

const picturesOfResult = (name: string, images: readonly ImageValue[]): ResultPicture[] => {
  const nameFor = createFileNames()
  return images.map(({ data = '', ...image }) => {
    // Pictures that would make the result too large come without data.
    if (data === '') return { id: image.id, entry: image, file: null }
    const path = `${name}.images/${nameFor(image.id)}.${imageExtensionOf(image.mimeType)}`
    const link = path.slice(name.lastIndexOf('/') + 1)
    const file = { path, link, content: Buffer.from(data, 'base64') }
    return { id: image.id, entry: { ...image, file: link }, file }
  })
}

/** Markdown and HTML refer to pictures by id: the same, with links to their files instead. */
const linkPictures = (text: string, pictures: readonly ResultPicture[], replaceImages: ReplaceImages): string => {
  const links = new Map(pictures.map(({ id, file }) => [id, file?.link]))
  return replaceImages(text, (id, { linkTo }) => {
    const link = links.get(id)
    return link === undefined ? undefined : linkTo(link.split('/').map(encodeURIComponent).join('/'))
  })
}

type ReplaceImages = (text: string, replace: ReplaceImage) => string

/** The outputs in which pictures have links. */
const pictureLinks: Partial<Record<OutputId, ReplaceImages>> = {
  markdown: replaceMarkdownImages,
  html: replaceHtmlImages,
}

import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

const webAppMediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  // The sample documents.
  '.pdf': 'application/pdf',
  // Character maps, fonts and colour profiles of pdf.js.
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
  '.icc': 'application/vnd.iccprofile',
}

/** The media type of a file of the app; null: it is not for browsers. */
const mediaTypeOfAppFile = (extension: string): string | null => webAppMediaTypes[extension] ?? null

/** The encodings in which files are also stored, the smallest first; the names are those of HTTP. */
export const encodings = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const
export type Encoding = (typeof encodings)[number]['name']

export type AppFile = {
  readonly mediaType: string
  /** The encodings in which it is available. */
  readonly encodings: readonly Encoding[]
  /** @param encoding one of those, or null for the bytes as they are. */
  read(encoding: Encoding | null): Promise<Buffer>
  /** The entity tag, the same in every encoding. */
  tag(): Promise<string>
}

export type WebApp = {
  readonly page: AppFile
  /**
   * The assets by their path below `/assets/`. The content of a path never changes, because the path contains a hash or
   * a version.
   */
  readonly assets: ReadonlyMap<string, AppFile>
  /** The documentation, by path below `/docs/`. A path keeps its name when its content changes. */
  readonly docs: ReadonlyMap<string, AppFile>
}

/**
 * The app that was built into a folder; null if there is none. The folder is read once, so a later build needs a
 * restart.
 */
export const readWebApp = async (folder: string): Promise<WebApp | null> => {
  const names = new Set(await Array.fromAsync(glob(['index.html*', '{assets,docs}/**/*.*'], { cwd: folder })))
  const files = new Map(
    [...names].flatMap((name) => {
      const mediaType = mediaTypeOfAppFile(extname(name))
      return mediaType === null
        ? []
        : [[name.replaceAll(sep, '/'), appFile(join(folder, name), mediaType, name, names)]]
    }),
  )
  const page = files.get('index.html')
  if (page === undefined) return null
  const below = (start: string) =>
    new Map([...files].flatMap(([name, file]) => (name.startsWith(start) ? [[name.slice(start.length), file]] : [])))
  return { page, assets: below('assets/'), docs: below('docs/') }
}

const appFile = (path: string, mediaType: string, name: string, names: ReadonlySet<string>): AppFile => {
  const packed = encodings.filter(({ extension }) => names.has(name + extension))
  let tag: string | null = null
  return {
    mediaType,
    encodings: packed.map(({ name }) => name),
    read: (encoding) => readFile(path + (packed.find(({ name }) => name === encoding)?.extension ?? '')),
    tag: async () => (tag ??= tagOf(await readFile(path))),
  }
}

const tagOf = (content: Buffer): string => `"${createHash('sha256').update(content).digest('base64url')}"`

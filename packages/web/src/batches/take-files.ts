/** A document that was chosen; `path` if it was in a folder, from that folder on. */
export type TakenFile = { readonly file: File; readonly path?: string }

/** The files that were dropped or chosen. */
export type TakenUploads = {
  readonly files: readonly TakenFile[]
  /** The number of hidden files and files of the system's own that were left out. */
  readonly hidden: number
  /** The paths that the browser could not read. */
  readonly unreadable: readonly string[]
}

/** The names of files that systems and Office leave in folders. */
const systemNames = /^(?:\..*|~\$.*|thumbs\.db|ehthumbs\.db|desktop\.ini|__macosx|icon\r)$/i

/**
 * Tells whether it, or a folder that it is in, is hidden or the system's.
 * @example isHiddenUpload('letters/.git/config') // true
 */
export const isHiddenUpload = (path: string): boolean => path.split('/').some((part) => systemNames.test(part))

/** A file of an `input`, with its place in the folder that was chosen, if it was one. */
type ChosenFile = File & { readonly webkitRelativePath: string }

/** The files of an `input`, also one of a folder. */
export const filesOfInput = (list: Iterable<ChosenFile>): TakenUploads => {
  const all = [...list].map((file) => ({ file, path: file.webkitRelativePath }))
  // A hidden file that was chosen by itself was meant.
  const shown = all.filter(({ path }) => !isHiddenUpload(path))
  return {
    files: byPath(shown.map(({ file, path }) => (path.includes('/') ? { file, path } : { file }))),
    hidden: all.length - shown.length,
    unreadable: [],
  }
}

type Drop = {
  readonly items: Iterable<{ webkitGetAsEntry(): DroppedEntry | null }>
  readonly files: Iterable<ChosenFile>
}

/** The files of a drop, with those in its folders. Call it during the event: afterwards the browser shows nothing of it. */
export const filesOfDrop = (transfer: Drop): Promise<TakenUploads> => {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  return entries.length === 0 ? Promise.resolve(filesOfInput(transfer.files)) : filesOfEntries(entries)
}

/** An entry as in the standard (File and Directory Entries API). */
type DroppedEntry = {
  readonly name: string
  readonly fullPath: string
  readonly isFile: boolean
  readonly isDirectory: boolean
}
type Ask<Value> = (resolve: (value: Value) => void, reject: (error: unknown) => void) => void
type FileEntry = DroppedEntry & { readonly file: Ask<File> }
type FolderEntry = DroppedEntry & { createReader(): { readEntries: Ask<DroppedEntry[]> } }

export const filesOfEntries = async (entries: readonly DroppedEntry[]): Promise<TakenUploads> => {
  const found: { files: TakenFile[]; hidden: number; unreadable: string[] } = { files: [], hidden: 0, unreadable: [] }
  const visit = async (entry: DroppedEntry, isWithin: boolean): Promise<void> => {
    const path = entry.fullPath.replace(/^\//, '')
    // A hidden file that was dropped by itself was meant.
    if (isWithin && systemNames.test(entry.name)) {
      found.hidden += 1
      return
    }
    try {
      if (isFile(entry)) {
        const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
        found.files.push(isWithin ? { file, path } : { file })
      } else if (isFolder(entry)) for (const child of await childrenOfDroppedFolder(entry)) await visit(child, true)
    } catch {
      found.unreadable.push(path)
    }
  }
  for (const entry of entries) await visit(entry, false)
  return { ...found, files: byPath(found.files) }
}

const isFile = (entry: DroppedEntry): entry is FileEntry => entry.isFile
const isFolder = (entry: DroppedEntry): entry is FolderEntry => entry.isDirectory

/** A reader returns some at a time, in Chromium a hundred, until there are no more. */
const childrenOfDroppedFolder = async (folder: FolderEntry): Promise<DroppedEntry[]> => {
  const reader = folder.createReader()
  const children: DroppedEntry[] = []
  for (;;) {
    const some = await new Promise<DroppedEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return children
    children.push(...some)
  }
}

const uploadPathCollator = new Intl.Collator('en', { numeric: true })

const byPath = (files: readonly TakenFile[]): TakenFile[] =>
  files.toSorted((one, other) => uploadPathCollator.compare(one.path ?? one.file.name, other.path ?? other.file.name))

import type { Archive } from '../../archive/archive.ts'

/** Whether the manifest says how parts are encrypted (OpenDocument 1.3, part 2, 3.4); it is never encrypted itself. */
export const isEncryptedOpenDocument = (archive: Archive): boolean =>
  archive.read('META-INF/manifest.xml')?.includes('encryption-data') ?? false

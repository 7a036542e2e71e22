export { archiveLimits, readEntry, requireRatio } from './archive/archive.ts'
export { archiveTooLarge, damagedArchive, readDirectory } from './archive/directory.ts'
export { entryName } from './archive/entry-name.ts'
export { openCompoundFile } from './compound/compound-file.ts'

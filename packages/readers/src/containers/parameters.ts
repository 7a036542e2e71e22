/**
 * Archives within the archive of a job whose files are read: a folder is often packed with the archives that are in it.
 * Deeper ones are hardly met but in bombs, which multiply with each level.
 */
export const maxContainerDepth = 1

/** Bytes of all picture files that a container keeps, as many as of any other document. */
export const maxPictureBytes = 64 * 1024 ** 2

/** Characters of a path; file systems allow 255 for each part. */
export const maxPathLength = 1000

/** Files that a warning names; `documents` lists them all. */
export const maxNamed = 10

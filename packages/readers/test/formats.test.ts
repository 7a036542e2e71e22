import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { mediaTypeOfFilename } from '@polyparse/document/media-types'
import { readers } from '../src/readers.ts'

const document = await readFile(join(import.meta.dirname, '../../../docs/use/formats.md'), 'utf8')

/** The extensions and media types that the first column of a table names, in a section of the document. */
const namedIn = (section: string): string[] => {
  const [, text = ''] = document.split(`\n## ${section}\n`)
  return text
    .split('\n## ', 1)
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

/** The media type of each name; null where it is no extension of a type that is known. */
const typesIn = (section: string): (readonly [name: string, mediaType: string | null])[] =>
  namedIn(section).map((name) => [name, name.includes('/') ? name : mediaTypeOfFilename(`document.${name}`)])

const read = new Set(Object.values(readers).flatMap((engines) => Object.keys(engines)))

describe('docs/use/formats.md', () => {
  it('has a row for every media type that a reader takes', () => {
    const described = new Set(typesIn('Read').map(([, mediaType]) => mediaType))
    assert.ok(read.size > 50)
    assert.deepEqual(
      [...read].filter((mediaType) => !described.has(mediaType)),
      [],
    )
  })

  it('names as read only what is read, and as not read only what is not', () => {
    const [stated, unread] = [typesIn('Read'), typesIn('Not read')]
    assert.ok(stated.length > 50 && unread.length > 5)
    assert.deepEqual(
      stated.filter(([, mediaType]) => mediaType === null || !read.has(mediaType)),
      [],
    )
    assert.deepEqual(
      unread.filter(([, mediaType]) => mediaType !== null && read.has(mediaType)),
      [],
    )
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesOf } from '../src/documents/result-files.ts'

test('Markdown and HTML files link to the files of their images, even if a description contains brackets', () => {
  const image = { page: 1, bbox: null, mimeType: 'image/png', width: 1, height: 1, data: 'AAAA' }
  const outputs = {
    markdown: String.raw`![Figure \[1\]](p1-i1)` + '\n\n![](p1-i2)',
    html: '<figure><img src="p1-i1" alt="Figure [1]"></figure>',
    images: [
      { ...image, id: 'p1-i1' },
      { ...image, id: 'p1-i2', data: '' },
    ],
  }
  const timing = { startedAt: '', completedAt: '', durationMs: 1 }
  const result = { id: 'a', outputs, pageCount: 1, provider: 'pdf', timing, warnings: [] }
  const files = new Map(
    filesOf('a', result, ['markdown', 'html', 'images']).map(({ path, content }) => [path, content]),
  )
  assert.equal(files.get('a.md'), String.raw`![Figure \[1\]](a.images/p1-i1.png)` + '\n\n![](p1-i2)\n')
  assert.equal(files.get('a.html'), '<figure><img src="a.images/p1-i1.png" alt="Figure [1]"></figure>\n')
  assert.ok(files.has('a.images/p1-i1.png'))
})

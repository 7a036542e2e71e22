import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crashPageByPage } from '../support/crash-page-by-page.ts'

const everyNth = function* (stride: number) {
  for (let calls = stride; ; calls += stride) yield calls
}

test('wherever its worker is killed, a job of many pages is complete, and no stored answer is asked for again', async () => {
  await crashPageByPage({ vendor: 'vision', pages: 4, dieAfter: everyNth(41), resumes: false })
})

test('wherever its worker is killed, a job whose pages are asked about some at a time is complete, and none twice', async () => {
  await crashPageByPage({ vendor: 'google-document-ai', pages: 6, dieAfter: everyNth(67), resumes: false })
})

test('a job whose worker dies more often than a document may kill it is complete if pages were answered in between', async () => {
  assert.equal(
    await crashPageByPage({
      vendor: 'vision',
      pages: 24,
      dieAfter: Array.from({ length: 6 }, () => 30),
      resumes: true,
    }),
    6,
  )
})

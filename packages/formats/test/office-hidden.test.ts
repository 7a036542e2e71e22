import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { docxOf, openDocumentOf, paragraphXml, run } from '@polyparse/test-support/office'
import { openDocumentEngine } from '../src/office/opendocument/opendocument-engine.ts'
import { rtfEngine } from '../src/office/rich-text/rtf-engine.ts'
import { docxEngine } from '../src/office/wordprocessing/docx-engine.ts'
import { blocksOf, reader, codesOfWarnings } from '@polyparse/test-support/reading'

const documents = {
  DOCX: {
    read: reader(docxEngine, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
    source: docxOf({ body: paragraphXml(run('seen ') + run('hidden', '<w:vanish/>')) }),
  },
  ODT: {
    read: reader(openDocumentEngine, 'application/vnd.oasis.opendocument.text'),
    source: openDocumentOf('text', {
      automatic:
        '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>',
      body: '<text:p>seen <text:span text:style-name="H">hidden</text:span></text:p>',
    }),
  },
  RTF: {
    read: reader(rtfEngine, 'application/rtf'),
    source: Buffer.from('{\\rtf1 seen {\\v hidden}{\\deleted gone}\\par}'),
  },
}

describe('hidden text', () => {
  for (const [name, { read, source }] of Object.entries(documents)) {
    it(`of ${name} is left out with a warning, and read when it is asked for`, async () => {
      const document = await read(source)
      assert.equal(blocksOf(document)[0]?.text, 'seen')
      assert.deepEqual(codesOfWarnings(document), [['hidden_text', 1]])
      const [block] = blocksOf(await read(source, { includeHidden: true }))
      assert.equal(block?.text, 'seen hidden')
    })
  }
})

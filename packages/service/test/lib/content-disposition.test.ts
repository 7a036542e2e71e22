import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { suggestedFilename } from '../../src/lib/content-disposition.ts'

describe('a file name in Content-Disposition', () => {
  const examples: Readonly<Record<string, string | null>> = {
    'attachment; filename="report.pdf"': 'report.pdf',
    'attachment; filename=report.pdf; size=3': 'report.pdf',
    'attachment; FileName="a \\"b\\".pdf"': 'a "b".pdf',
    'attachment; filename="x.pdf"; filename*=UTF-8\'\'%e2%82%ac.pdf': '€.pdf',
    "attachment; filename*=UTF-8'en'a%20b.pdf": 'a b.pdf',
    'attachment; filename*=UTF-8\'\'%zz.pdf; filename="y.pdf"': 'y.pdf',
    'attachment; filename="C:\\temp\\z.pdf"': 'z.pdf',
    'attachment; filename="../../etc/passwd"': 'passwd',
    'attachment; filename=""': null,
    attachment: null,
    'attachment; filename="rÃ©sumÃ©.pdf"': 'résumé.pdf',
    'attachment; filename="r\u00e9sum\u00e9.pdf"': 'résumé.pdf',
  }
  for (const [header, filename] of Object.entries(examples))
    it(`${header} is ${filename ?? 'none'}`, () => {
      assert.equal(suggestedFilename(header), filename)
    })
})

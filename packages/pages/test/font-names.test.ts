import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { styleOfFontName } from '../src/pdfium/font-names.ts'

const looksOf = (name: string): string =>
  Object.entries(styleOfFontName(name))
    .filter(([, is]) => is)
    .map(([property]) => property)
    .join(' ')

const all = (names: readonly string[], look: string): void => {
  assert.ok(names.length > 0)
  for (const name of names) assert.equal(looksOf(name), look, name)
}

describe('the style of a font', () => {
  it('is read from the words of its name', () => {
    all(['Arial-BoldMT', 'ABCDEF+Inter-SemiBold', 'Frutiger-Black', 'URWBookmanL-DemiBold', 'Frutiger-Bd'], 'bold')
    all(['Times-Italic', 'Helvetica-Oblique', 'MyriadPro-It'], 'italic')
    all(['Times-BoldItalic', 'MinionPro-BoldIt'], 'bold italic')
    all(['Courier', 'DejaVuSansMono', 'NimbusMonL-Regu'], 'monospaced')
  })

  it('is read from the codes of TeX', () => {
    all(['CMBX10', 'KQXZPT+CMBX12', 'SFBX1000', 'ecbx1095', 'CMSSBX10', 'NimbusRomNo9L-Medi', 'CMB10'], 'bold')
    all(['CMTI10', 'SFTI1000', 'CMSL10', 'CMMI7', 'NimbusRomNo9L-ReguItal', 'CMSSI10'], 'italic')
    all(['CMBXTI10', 'NimbusRomNo9L-MediItal', 'CMMIB10'], 'bold italic')
    all(['CMTT10', 'SFTT0900'], 'monospaced')
  })

  it('is not read into names that only look like them', () => {
    const names = ['CMR10', 'SFRM1000', 'CMSY7', 'CMCSC10', 'Roboto-Medium', 'Times-Roman', 'Garamond', 'Abadi']
    all(names, '')
  })
})

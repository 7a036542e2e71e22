import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pngOf } from '@polyparse/test-support/office'
import { svgEngine } from '../src/web/svg/svg-engine.ts'
import { blocksOf, failsWith, blockOutline, reader, codesOfWarnings } from '@polyparse/test-support/reading'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const read = reader(svgEngine, 'image/svg+xml')
const svg = (content: string): string =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">${content}</svg>`
const outline = async (content: string) => blockOutline(await read(svg(content)))

describe('A drawing in SVG', () => {
  it('has its title, its description, and its texts in reading order, wherever they stand in the source', async () => {
    const document = await read(
      svg(`<title>Plan</title><desc>Of a
       house.</desc><text x="10" y="80">third</text><g transform="translate(0 10)"><text x="200" y="10">second</text></g><text transform="matrix(1 0 0 1 5 20)">first</text>
       <g transform="scale(2)"><text x="5" y="25">between</text></g><rect><title>A door</title></rect><rect><title>third</title></rect>`),
    )
    assert.deepEqual(blockOutline(document), [
      ['title', 'Plan'],
      ['paragraph', 'Of a house.'],
      ['paragraph', 'first'],
      ['paragraph', 'second'],
      ['paragraph', 'between'],
      ['paragraph', 'third'],
      ['paragraph', 'A door'],
    ])
    assert.equal(document.metadata.title, 'Plan')
    assert.deepEqual(document.warnings, [])
  })

  it('has words that are placed one by one as one text, and lines of a text in order', async () => {
    assert.deepEqual(
      await outline(
        `<text font-size="10"><tspan x="0" y="10">Two</tspan><tspan x="20" y="10">words</tspan><tspan x="0" dy="12">below</tspan></text>
         <text x="0" y="60" style="font-size:10px">far</text><text x="90" y="60" font-size="10">apart</text>
         <text x="50" y="100" text-anchor="end" font-size="10">left</text><text x="52" y="100" font-size="10">right</text>
         <text x="0" y="130"><tspan font-weight="bold">b</tspan>old</text>`,
      ),
      [
        ['paragraph', 'Two words'],
        ['paragraph', 'below'],
        ['paragraph', 'far'],
        ['paragraph', 'apart'],
        ['paragraph', 'left right'],
        ['paragraph', 'bold'],
      ],
    )
  })

  it('has what is copied, linked, turned, or HTML within it', async () => {
    const document = await read(
      svg(`<defs><text id="t" x="0" y="10">copied</text><text>unused</text></defs><symbol id="s"><text x="0" y="30">symbol</text></symbol>
       <use href="#t"/><use xlink:href="#s"/><use href="#s" y="20"/><a href="https://x.example/"><text x="0" y="70">link</text></a>
       <a href="javascript:x"><text x="0" y="90">no link</text></a><text transform="rotate(-90 5 110)" x="5" y="110">turned</text>
       <foreignObject x="0" y="200"><div xmlns="http://www.w3.org/1999/xhtml">in <b>HTML</b></div></foreignObject>`),
    )
    assert.deepEqual(
      blockOutline(document).map(([, text]) => text),
      ['copied', 'symbol', 'symbol', 'link', 'no link', 'turned', 'in HTML'],
    )
    assert.deepEqual(
      blocksOf(document).flatMap(({ runs = [] }) => runs.flatMap(({ href }) => href ?? [])),
      ['https://x.example/'],
    )
  })

  it('leaves out what is hidden and runs nothing, and says which pictures are missing', async () => {
    const data = Buffer.from(pngOf(20, 20)).toString('base64')
    const document = await read(
      svg(`<text x="0" y="10" display="none">a</text><g style="visibility: hidden"><text>b</text></g><script>c</script><style>d</style>
       <image href="data:image/png;base64,${data}"/><image xlink:href="https://x.example/a.png"/><text x="0" y="20">shown</text>`),
    )
    assert.deepEqual(blockOutline(document), [
      ['paragraph', 'shown'],
      ['picture', ''],
    ])
    assert.deepEqual(codesOfWarnings(document), [['image_omitted', undefined]])
  })

  it('that is empty or damaged is said to be', async () => {
    for (const empty of ['', svg('<rect/>')]) await assert.rejects(read(empty), failsWith('document_empty'))
    await assert.rejects(read(svg('<text>x').slice(0, -8)), failsWith('document_damaged'))
  })

  it('is read quickly when made to be slow', async () => {
    const copies = Array.from(
      { length: 30 },
      (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`,
    ).join('')
    const sources = [
      svg(`<g id="g0"><text x="0" y="1">x</text></g>${copies}`),
      svg('<text>'.repeat(4_000)),
      svg(`<g transform="${'rotate(1) '.repeat(50_000)}"><text>x</text></g>`),
      svg(`<text>x${'<tspan x="1">y</tspan>'.repeat(20_000)}</text>`),
      svg(`<text x="${'1 '.repeat(100_000)}">x</text>`),
      svg(`<text style="${'font-size:'.repeat(20_000)}">x</text>`),
    ]
    for (const source of sources)
      await withinCpu(5000, () => read(source).catch(failsWith('document_damaged')), source.slice(100, 200))
  })
})

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser, Page } from 'playwright-core'
import { parseUrl } from '../support/api.ts'
import { openAppApi } from '../support/app-api.ts'
import { axeFaults, openApp, settles, showBlocks, textSettles } from '../support/app.ts'

/** One green pixel, and bytes after its end that a decoder ignores. */
const png = Buffer.concat([
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.alloc(200_000, 1),
])

const pageCount = 1000
const imageCount = 50

describe('A result of 1,000 pages in a browser', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  let api: Awaited<ReturnType<typeof openAppApi>>
  let id = ''
  const stack = suiteStack()
  before(async () => {
    api = stack.adopt(await openAppApi(), (open) => open.close())
    browser = await openBrowser()
    id = (await api.create(parseUrl())).json().id
    await api.complete(id, JSON.stringify(jobWith(id)))
  })

  const open = async () => {
    const opened = await openApp(browser, `${api.url}/#/jobs/${id}`, { key: api.key })
    await showBlocks(opened.page)
    return opened
  }
  const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  /** Waits for the first image there, and until it is decoded. */
  const drawn = async (page: Page, selector: string) => {
    const image = `${selector}[src]`
    await page.locator(image).first().waitFor()
    const width: unknown = await page.evaluate(
      `(async (image) => (await image.decode(), image.naturalWidth))(document.querySelector(${JSON.stringify(image)}))`,
    )
    assert.equal(width, 1)
  }

  it('opens without the files of its images in the heap, nor more than a screenful in the page', async () => {
    const { page, context, faults } = await open()
    const session = await context.newCDPSession(page)
    for (const name of ['Markdown', 'HTML', 'Text', 'JSON', 'Blocks']) {
      await tab(page, name)
      const nodes: unknown = await page.evaluate('document.querySelectorAll("*").length')
      assert.ok(Number(nodes) < 2500, `${name}: ${String(nodes)} elements`)
    }
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    assert.ok(usedSize < 24e6, `${usedSize} bytes`)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('shows its images in every view, and saves them and the JSON as the service sent them', async () => {
    const { page, context, faults } = await open()
    await drawn(page, '.reading-block img')
    await tab(page, 'Images')
    await drawn(page, '.image-grid li:nth-child(2) img')
    await textSettles(page.locator('.image-grid li').first(), /200 kB/)
    const [image] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download image p1-i1' }).click(),
    ])
    assert.deepEqual(await readFile(await image.path()), png)
    await tab(page, 'Markdown')
    await drawn(page, '.rendered img')
    await tab(page, 'HTML')
    await page.frameLocator('.html-frame').getByRole('img').first().waitFor()
    await tab(page, 'JSON')
    const [json] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download .*\.json$/ }).click(),
    ])
    assert.deepEqual(JSON.parse(await readFile(await json.path(), 'utf8')), jobWith(id).result)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('shows the HTML of the page that one is on', async () => {
    const { page, context, faults } = await open()
    await tab(page, 'HTML')
    await page.getByRole('textbox', { name: 'Page' }).fill(String(pageCount))
    await page.keyboard.press('Enter')
    const frame = page.frameLocator('.html-frame')
    await frame.getByText(`Line 9 of page ${pageCount}.`).waitFor()
    await page.getByRole('button', { name: 'Previous part' }).click()
    await frame.getByText(`Line 9 of page ${pageCount}.`).waitFor({ state: 'detached' })
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('finds a text on all pages, marks it in the text and on the page, and copies none of the marks', async () => {
    const { page, context, faults } = await open()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('.reading').focus()
    await page.keyboard.press('Control+f')
    const field = page.getByRole('textbox', { name: 'Find in the document' })
    await field.fill('PAGE  150')
    await page.getByText('1 of 20', { exact: true }).waitFor()
    await page.locator('.reading-block.selected', { hasText: 'Line 1 of page 150.' }).waitFor()
    await field.press('Enter')
    await page.getByText('2 of 20', { exact: true }).waitFor()
    await page.locator('.reading-block.selected', { hasText: 'Line 2 of page 150.' }).waitFor()
    assert.match(page.url(), /page=150&block=p150-b2/)
    await settles(() => page.locator('.box-hit').count(), 20)
    await settles(() => page.locator('.box-hit.current').count(), 1)
    const current = '[...CSS.highlights.get("search-current")].join()'
    assert.equal(await page.evaluate(current), 'page 150')
    await field.press('Shift+Enter')
    await field.press('Shift+Enter')
    await page.getByText('20 of 20', { exact: true }).waitFor()
    assert.deepEqual(await axeFaults(page), [])

    await page.evaluate(
      'getSelection().selectAllChildren(document.querySelector(".reading-block.selected .block-body"))',
    )
    await page.keyboard.press('Control+c')
    const copied: unknown = await page.evaluate('navigator.clipboard.readText()')
    assert.match(String(copied).trim(), /^Line 20 of page 150\. The ferry left [\w ]+ harbour\.$/)

    await page.evaluate('getSelection().selectAllChildren(document.querySelector(".reading .reading-all"))')
    await page.keyboard.press('Control+c')
    const all: unknown = await page.evaluate('navigator.clipboard.readText()')
    assert.match(String(all), /Line 19 of page 150[^]+Line 20 of page 150/)
    assert.doesNotMatch(String(all), /Paragraph|%|^Page/m)

    await field.fill('no such words')
    await page.getByText('Not found').waitFor()
    // It begins where one is: on this page there is the ninth line of its kind.
    await field.fill('Line 9 of')
    await page.getByText('150 of 1,000', { exact: true }).waitFor()
    await page.locator('.reading-block.selected', { hasText: 'Line 9 of page 150.' }).waitFor()
    await field.press('Escape')
    await field.waitFor({ state: 'detached' })
    assert.equal(await page.evaluate('document.activeElement.className'), 'reading')
    assert.equal(await page.evaluate('CSS.highlights.size'), 0)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('lists the pages that need a look, the least sure first, and shades what is doubted', async () => {
    const { page, context, faults } = await open()
    const listed = page.getByRole('list', { name: 'Pages that need a look' }).getByRole('button')
    assert.deepEqual(await listed.allTextContents(), ['Page 150 40.0%', 'Page 12 60.0%'])
    await textSettles(page.locator('.reading-bar'), /^2 of 1,000 pages need a look/)
    const [doubted, sure] = ['50.0%', '99.0%'].map((hasText) => page.locator('.block-confidence', { hasText }))
    assert.ok(doubted !== undefined && sure !== undefined)
    assert.equal(await sure.count(), 0)
    await listed.first().click()
    await page.locator('.reading-warning', { hasText: 'Page 150 is faint.' }).waitFor()
    await doubted.first().waitFor()
    assert.equal(await page.locator('.doubt-3').count(), 0)
    assert.equal(await sure.count(), 0)
    await page.getByRole('button', { name: 'Confidence' }).click()
    await sure.first().waitFor()
    await page.locator('.reading-block.doubt-3', { hasText: 'Line 1 of page 150.' }).waitFor()
    assert.deepEqual(await axeFaults(page), [])

    await tab(page, 'Fields')
    assert.deepEqual(await page.locator('.fields tbody td').allTextContents(), ['Name', 'Ada', 'page 150', '50.0%'])
    await page.locator('.fields').getByRole('button', { name: 'page 150' }).click()
    assert.match(page.url(), /block=p150-b3/)
    await page.locator('.paper[data-page="150"] .box-spot').waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^CSV.*fields/ }).click(),
    ])
    assert.equal(await readFile(await saved.path(), 'utf8'), 'Label,Value,Page\r\nName,Ada,150\r\n')
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('copies chosen blocks, a page or everything as Markdown, HTML or TSV, and leads from a warning to its block', async () => {
    const { page, context, faults } = await open()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = async (form: string, what: string) => {
      await page.getByRole('combobox', { name: 'What is copied' }).selectOption({ label: what })
      await page.getByRole('button', { name: new RegExp(`^${form}`) }).click()
      await page
        .getByText(new RegExp(`Copied.*as ${form}`))
        .first()
        .waitFor()
      return String(await page.evaluate('navigator.clipboard.readText()'))
    }
    await tab(page, 'Warnings')
    await page.getByRole('button', { name: 'page 150' }).click()
    await page.waitForURL(/block=p150-b1/)
    await tab(page, 'Blocks')
    await page.locator('.reading-block', { hasText: 'Line 3 of page 150.' }).click({ modifiers: ['Shift'] })
    await settles(() => page.locator('.reading-block.selected').count(), 3)
    const chosen = await copied('Markdown', '3 chosen blocks')
    assert.match(chosen, /^Line 1 of page 150\.[^\n]+\n\nLine 2 of page 150\.[^\n]+\n\nLine 3 of page 150\.[^\n]+\n$/)
    assert.match(
      await copied('HTML', 'Page 150'),
      /^<section data-page="150">\n<p>Line 1 of page 150\.[^<]+<\/p>\n<p>Line 2/,
    )
    const all = await copied('TSV', 'Everything')
    assert.ok(all.split('\n').length > 19 * pageCount)
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('zooms the page with the wheel and the keys, and back to the width of its pane', async () => {
    const { page, context, faults } = await open()
    const stage = page.locator('.page-stage')
    await stage.hover()
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -100)
    await page.getByText('125 %').waitFor()
    await page.keyboard.up('Control')
    await page.getByRole('button', { name: 'Fit the width' }).click()
    await page.getByText('100 %').waitFor()
    await page.getByRole('button', { name: 'Zoom in' }).press('-')
    await page.getByText('75 %').waitFor()
    await page.getByRole('button', { name: 'Zoom in' }).press('0')
    await page.getByText('100 %').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('scrolls the text and the page together, from either side, and to the end of both', async () => {
    const { page, context, faults } = await open()
    const [text, stage] = [page.locator('.reading'), page.locator('.page-stage')]
    const middle = async (pane: 'text' | 'page') => {
      const found: unknown = await page.evaluate(`(() => {
        const pane = document.querySelector('${pane === 'text' ? '.reading' : '.page-stage'}').getBoundingClientRect()
        const at = document.elementsFromPoint(pane.left + pane.width / 2, pane.top + pane.height / 2)
        const block = at.map((each) => each.closest('[data-block]')?.dataset.block ?? each.closest('.paper')?.dataset.page)
        return block.find((each) => each !== undefined) ?? ''
      })()`)
      return Number(/\d+/.exec(String(found))?.[0])
    }
    const until = (expression: string) => settles(() => page.evaluate(expression), true)
    const pageInAddress = 'Number(new URLSearchParams(location.hash.split("?")[1]).get("page"))'
    const isNear = (pane: 'text' | 'page', wanted: number) =>
      settles(async () => Math.abs((await middle(pane)) - wanted) <= 1, true)
    await text.hover()
    await page.mouse.wheel(0, 30_000)
    await until(`${pageInAddress} > 10`)
    await isNear('page', await middle('text'))

    await stage.hover()
    await page.mouse.wheel(0, 60_000)
    await until(`${pageInAddress} > 60`)
    await isNear('text', await middle('page'))

    const isAtTheEnd = '(({ scrollTop, scrollHeight, clientHeight }) => scrollTop + clientHeight > scrollHeight - 3)'
    await page.mouse.wheel(0, 1_000_000)
    await until(`${isAtTheEnd}(document.querySelector('.page-stage'))`)
    await until(`${isAtTheEnd}(document.querySelector('.reading'))`)
    await until(`${pageInAddress} === ${pageCount}`)

    // A jump moves both, and neither pulls the other away from there.
    await page.getByRole('textbox', { name: 'Page' }).fill('50')
    await page.keyboard.press('Enter')
    await page.getByText('Line 1 of page 50.').first().waitFor()
    await page.waitForTimeout(300)
    assert.match(page.url(), /page=50/)
    await isNear('page', 50)
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('reads images that it refers to from the service, where they are in sight', async () => {
    const { id: other } = (await api.create(parseUrl())).json()
    const { outputs, ...result } = jobWith(other).result
    const images = outputs.images.map(({ data: _data, ...image }) => ({
      ...image,
      url: `/api/v1/jobs/${other}/images/${image.id}`,
    }))
    await api.complete(
      other,
      JSON.stringify({ ...jobWith(other), result: { ...result, outputs: { ...outputs, images } } }),
    )
    const { page, context, faults } = await openApp(browser, api.url, { key: api.key })
    const read: string[] = []
    await page.route('**/images/*', (route) => {
      read.push(route.request().url().replace(/.*\//, ''))
      assert.match(route.request().headers()['authorization'] ?? '', /^Bearer /)
      return route.fulfill({ body: png, contentType: 'image/png' })
    })
    await page.goto(`${api.url}/#/jobs/${other}`)
    await showBlocks(page)
    await drawn(page, '.reading-block img')
    assert.ok(read.length > 0 && read.length < imageCount / 2, read.join(' '))
    await tab(page, 'Markdown')
    await drawn(page, '.rendered img')
    await tab(page, 'Images')
    await drawn(page, '.image-grid li:nth-child(2) img')
    assert.ok(read.every((name) => /^p\d+-i1$/.test(name)))
    assert.deepEqual(faults, [])
    await context.close()
  })
})

const jobWith = (id: string) => {
  const textOf = (page: number) => linesOf(page).map(({ text }) => text)
  const pages = Array.from({ length: pageCount }, (_, index) => ({
    page: index + 1,
    width: 595,
    height: 842,
    rotation: 0,
    ...(doubted.has(index + 1) && { quality: doubted.get(index + 1) }),
    blocks: [...pictureOf(index + 1), ...linesOf(index + 1)],
    markdown: textOf(index + 1).join('\n\n'),
    text: textOf(index + 1).join('\n'),
  }))
  const images = Array.from({ length: imageCount }, (_, index) => ({
    id: `p${index + 1}-i1`,
    page: index + 1,
    bbox: [50, 50, 200, 150],
    width: 150,
    height: 100,
    mimeType: 'image/png',
    data: png.toString('base64'),
  }))
  const text = pages.map(({ page }) => textOf(page).join('\n\n')).join('\n\n')
  const html = pages.map(
    ({ page }) =>
      `<section data-page="${page}">\n<img src="p${page}-i1" alt="A picture">\n<p>${textOf(page).join('</p>\n<p>')}</p>\n</section>`,
  )
  return {
    id,
    status: 'complete',
    result: {
      id,
      outputs: {
        pages,
        images,
        text,
        fields: [{ label: 'Name', value: 'Ada', page: 150, bbox: [60, 245, 90, 255], kind: 'pair' }],
        markdown: `![A picture](p1-i1)\n\n${text}`,
        html: html.join('\n'),
      },
      pageCount,
      provider: 'auto',
      timing: { startedAt: '2026-01-01T00:00:00Z', completedAt: '2026-01-01T00:00:02Z', durationMs: 2000 },
      warnings: [...doubted.keys()].map((page) => ({
        code: 'low_confidence',
        message: `Page ${page} is faint.`,
        page,
      })),
    },
  }
}

/** Pages of which the reader is not sure, with their quality. */
const doubted = new Map([
  [12, 0.6],
  [150, 0.4],
])

const pictureOf = (page: number) =>
  page > imageCount
    ? []
    : [{ id: `p${page}-b0`, type: 'picture', page, bbox: [50, 50, 200, 150], text: 'A picture', image: `p${page}-i1` }]

const linesOf = (page: number) =>
  Array.from({ length: 20 }, (_, index) => ({
    id: `p${page}-b${index + 1}`,
    type: 'paragraph',
    page,
    bbox: [50, 180 + index * 30, 545, 200 + index * 30],
    confidence: doubted.has(page) ? 0.5 : 0.99,
    text: `Line ${index + 1} of page ${page}. The ferry left the quay before the rain came over the harbour.`,
  }))

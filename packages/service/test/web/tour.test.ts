import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser, Page } from 'playwright-core'
import { axeFaults, openApp, textSettles } from '../support/app.ts'
import { createClient } from '../support/client.ts'
import { suiteAdminToken, suiteService } from '../support/suite-service.ts'

/** Every width with every colour scheme would cost twice as much; the rules for colours do not depend on the width. */
const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
  { width: 390, colorScheme: 'dark' },
] as const

const maxFirstLoadBytes = 150_000

/** Without a place to break it. */
const name = `${'Protokoll_der_Hauptversammlung_'.repeat(3)}sample.pdf`

describe('Every view of the app', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  const openService = suiteService()
  let server: Awaited<ReturnType<typeof openService>>
  let parsed = ''
  let compared = ''

  before(async () => {
    server = await openService()
    browser = await openBrowser()
    const client = createClient(server.url, server.key)
    const sample = await readFile(new URL('../../../../examples/sample.pdf', import.meta.url))
    const upload = async (more: Record<string, string>): Promise<string> => {
      const { id } = await client.upload(sample, { name, type: 'application/pdf', more })
      await client.end(id)
      return id
    }
    parsed = await upload({
      'X-Service-Provider': 'auto',
      'X-Service-Outputs': 'markdown,html,tables,chunks,json,metadata',
    })
    compared = await upload({
      'X-Service-Operation': 'compare',
      'X-Service-Providers': 'provider-a,provider-c',
      'X-Service-Outputs': 'markdown,json',
    })
  })

  /** A job that is read for as long as the view is looked at. */
  const unfinished = '01a1fe00-0000-7000-8000-000000000000'
  const holdJob = async (page: Page) => {
    await page.route(`**/api/v1/jobs/${unfinished}`, (route) =>
      route.fulfill({ json: { id: unfinished, status: 'running' } }),
    )
    // Never answered.
    await page.route(`**/api/v1/jobs/${unfinished}/events`, () => {})
  }

  type View = {
    readonly name: string
    readonly path: string
    readonly shown: (page: Page) => Promise<unknown>
    /** Where it is looked at; everywhere, if absent. */
    readonly widths?: readonly number[]
  }
  const views: readonly View[] = [
    { name: 'start', path: '/#/', shown: (page) => page.getByText('Drop documents here').waitFor() },
    { name: 'form', path: '/#/advanced', shown: (page) => page.locator('.provider-card').first().waitFor() },
    {
      name: 'form with a document',
      path: '/#/advanced',
      shown: async (page) => {
        await page.reload()
        const buffer = Buffer.from('%PDF-1.4')
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles([{ name, mimeType: 'application/pdf', buffer }])
        await page.getByText(name).first().waitFor()
      },
    },
    { name: 'extraction', path: '/#/extract', shown: (page) => page.getByLabel('Name of field 1').waitFor() },
    { name: 'running job', path: `/#/jobs/${unfinished}`, shown: (page) => page.getByText('Parsing your').waitFor() },
    { name: 'history', path: '/#/jobs', shown: (page) => page.getByText('sample.pdf').first().waitFor() },
    { name: 'bench', path: '/#/bench', shown: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
    {
      name: 'comparison',
      path: `/#/jobs/`,
      shown: (page) => page.locator('.text-column, .unit, .verdict').first().waitFor(),
    },
    { name: 'result', path: `/#/jobs/`, shown: (page) => page.locator('.rendered').first().waitFor() },
    {
      name: 'reference',
      path: '/docs/api',
      shown: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
      // It is so long that axe takes as long for it as for all others; reference.test.ts looks at the rest.
      widths: [1024],
    },
    { name: 'documentation', path: '/docs/', shown: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
    { name: 'administration', path: '/#/admin', shown: (page) => enterAdministration(page) },
  ]
  const pathOf = ({ name, path }: View): string =>
    name === 'comparison' ? path + compared : name === 'result' ? path + parsed : path

  /** What is wrong with the page as it is, each with the name of its view. */
  const faultsOf = async (page: Page, view: string, width: number): Promise<string[]> => {
    const faults = await axeFaults(page)
    const across: unknown = await page.evaluate('document.documentElement.scrollWidth')
    if (across !== width) faults.push(`scrolls sideways: ${String(across)} pixels`)
    const moving: unknown = await page.evaluate(
      'document.getAnimations().filter(({ playState }) => playState === "running").length',
    )
    if (moving !== 0) faults.push('moves, although less motion is preferred')
    return faults.map((fault) => `${view}: ${fault}`)
  }

  for (const { width, colorScheme } of looks)
    describe(`at ${width} pixels, ${colorScheme},`, () => {
      const own = suiteStack()
      let page: Page
      let faults: string[]
      before(async () => {
        const opened = await openApp(browser, server.url, { width, colorScheme, key: server.key })
        own.defer(() => opened.context.close())
        ;({ page, faults } = opened)
        await holdJob(page)
      })

      it('is whole and still at the sign-in', async () => {
        const out = await openApp(browser, server.url, { width, colorScheme })
        await out.page.getByRole('button', { name: 'Sign in' }).waitFor()
        assert.deepEqual([...(await faultsOf(out.page, 'sign-in', width)), ...out.faults], [])
        await out.context.close()
      })

      for (const view of views.filter(({ widths = [width] }) => widths.includes(width)))
        it(`is whole and still, and asks nobody else: ${view.name}`, async () => {
          await page.goto(`${server.url}${pathOf(view)}`)
          await view.shown(page)
          const found = await faultsOf(page, view.name, width)
          // At the other widths they look alike.
          const tabs = view.name === 'result' && width === 390 ? await page.getByRole('tab').all() : []
          for (const tab of tabs) {
            await tab.click()
            found.push(...(await faultsOf(page, `result, ${await tab.textContent()}`, width)))
          }
          assert.deepEqual([...found, ...faults], [])
        })
    })

  it('is reached by the keyboard alone: everything in the order of the page, visibly, and nothing holds the focus', async () => {
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key: server.key })
    await page.locator('.provider-card').first().waitFor()
    await page.evaluate('document.activeElement.blur()')
    const stops: string[] = []
    for (;;) {
      await page.keyboard.press('Tab')
      const stop: unknown = await page.evaluate(focusedStop)
      if (stop === null) break
      const { name, isVisible, isLater } = Object(stop)
      assert.ok(isVisible, `the focus on ${name} cannot be seen`)
      assert.ok(isLater, `${name} comes before what had the focus before it`)
      stops.push(String(name))
      assert.ok(stops.length < 200, `the focus never leaves the page: ${stops.slice(-5).join(', ')}`)
    }
    assert.ok(stops.length > 15, stops.join(', '))

    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 150; presses++) {
        await page.keyboard.press('Tab')
        const stop: unknown = await page.evaluate(focusedStop)
        if (stop !== null && name.test(String(Object(stop).name))) return
      }
      assert.fail(`Tab does not lead to ${name}`)
    }
    await tabTo(/^a report$/)
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Chosen documents' }).getByText('sample.pdf').waitFor()
    await tabTo(/^Compare several$|^Parse with one$/)
    await page.keyboard.press('ArrowLeft')
    await tabTo(/^Parse$/)
    await page.keyboard.press('Enter')
    // Until the result is there, pages that have been read show as Markdown alone.
    await page.getByRole('tab', { name: 'Blocks' }).waitFor()
    await tabTo(/^Markdown$/)
    await page.keyboard.press('ArrowRight')
    await textSettles(page.locator('[role=tab][aria-selected=true]'), /^Blocks/)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it(`begins with at most ${maxFirstLoadBytes / 1000} kB of files, compressed`, async () => {
    const read = async (path: string) => Buffer.from(await (await fetch(new URL(path, server.url))).arrayBuffer())
    const start = await read('/')
    const paths = [...start.toString().matchAll(/(?:src|href)="([^"#]+\.(?:js|css))"/g)].map(([, path = '']) => path)
    assert.ok(paths.length >= 2, paths.join())
    const sizes = await Promise.all(paths.map(async (path) => brotliCompressSync(await read(path)).length))
    const bytes = sizes.reduce((sum, size) => sum + size, brotliCompressSync(start).length)
    assert.ok(bytes > 20_000 && bytes <= maxFirstLoadBytes, `${bytes} bytes`)
  })
})

const enterAdministration = async (page: Page) => {
  await page.getByLabel('Admin token').fill(suiteAdminToken)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Jobs in the last day' }).waitFor()
}

/**
 * What has the focus: its name, whether one sees that, and whether it comes after what had it before; null if nothing has
 * it. Controls that are drawn by their label show the focus there.
 */
const focusedStop = `(() => {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return null
  const shows = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  }
  const before = window.stopBefore
  window.stopBefore = focused
  return {
    name: (focused.getAttribute('aria-label') ?? focused.labels?.[0]?.textContent ?? focused.textContent ?? '').trim(),
    isVisible: shows(focused) || (focused.closest('label') !== null && shows(focused.closest('label'))),
    isLater: before === undefined || !before.isConnected ||
      (before.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  }
})()`

/*
 * Makes the screenshots of the app in docs/images, with the sample documents and vendors that are played here:
 *
 *     npm run build -w packages/web && node packages/service/scripts/screenshots.ts [NAME …]
 *
 * Look at them before you commit them.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '@polyparse/test-support/browser'
import type { Browser, Page } from 'playwright-core'
import { createClient } from '../test/support/client.ts'
import { startServer, temporaryPlace } from '../test/support/server.ts'
import { llamaKey, openLlamaparse } from '../../providers/test/support/llamaparse.ts'

const examples = new URL('../../../examples/', import.meta.url)
const images = new URL('../../../docs/images/', import.meta.url)
const adminToken = 'screenshots-admin-token'

const maxBytes = 200_000

/** A picture of which nothing says that it is complete is given this long. */
const drawnMs = 5000

type Look = { readonly width?: number; readonly height?: number; readonly colorScheme?: 'light' | 'dark' }
type Jobs = { readonly compared: string }
type Shot = Look & {
  readonly name: string
  readonly path: (jobs: Jobs) => string
  readonly prepare: (page: Page) => Promise<unknown>
}

const chooseVendor = async (page: Page) => {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(['sample.pdf', 'quarter.pdf'].map((name) => fileURLToPath(new URL(name, examples))))
  await page.getByText('Compare several').click()
  for (const name of [/Optical reader/, /Fast layout/])
    await page.getByRole('checkbox', { name }).uncheck({ force: true })
  await page.getByRole('checkbox', { name: /LlamaParse/ }).check({ force: true })
  await page.locator('.estimate-table').waitFor()
  await page.locator('.providers').scrollIntoViewIfNeeded()
}

const choose = (page: Page, name: string) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles(fileURLToPath(new URL(name, examples)))

/** The tab still has the document only where it sent it. */
const sendSample = async (page: Page) => {
  await choose(page, 'sample.pdf')
  // Pages that have been read show before the document has.
  await page.getByRole('tab', { name: 'Blocks' }).waitFor({ timeout: 120_000 })
  await page.locator('.rendered').first().waitFor()
  await page.locator('.paper canvas[width]').first().waitFor()
}

const extractQuarter = async (page: Page) => {
  await choose(page, 'quarter.pdf')
  await page.getByRole('button', { name: 'Propose from the document' }).click()
  await page.getByText(/^Proposed \d+ fields? from/).waitFor({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Extract', exact: true }).click()
  await page.getByRole('button', { name: '48317' }).click({ timeout: 120_000 })
  await page.locator('.paper canvas[width]').first().waitFor()
  await page.locator('.box-spot').waitFor()
}

const compareSample = async (page: Page) => {
  await choose(page, 'quarter.pdf')
  await page.getByText('Compare several').click()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.locator('.verdict').waitFor({ timeout: 120_000 })
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()

const shots: readonly Shot[] = [
  { name: 'app-workbench', path: () => '/#/advanced', height: 1000, prepare: chooseVendor },
  { name: 'app-home', path: () => '/#/', prepare: (page) => page.getByText('sample.pdf').first().waitFor() },
  { name: 'app-reading', path: () => '/#/', prepare: sendSample },
  { name: 'app-extraction', path: () => '/#/extract', prepare: extractQuarter },
  {
    name: 'app-reading-dark',
    path: () => '/#/',
    colorScheme: 'dark',
    prepare: async (page) => {
      await sendSample(page)
      await page.getByRole('tab', { name: /^Tables/ }).click()
    },
  },
  { name: 'app-compare', path: () => '/#/advanced', prepare: compareSample },
  {
    name: 'app-dispute',
    path: () => '/#/advanced',
    prepare: async (page) => {
      await compareSample(page)
      await page.getByText('Number', { exact: true }).first().click()
      const heading = page.getByRole('heading', { name: 'Where the readings differ' })
      const top = (await heading.boundingBox())?.y ?? 0
      await page.mouse.wheel(0, top - 60)
      // The place of the dispute is cut out of the page once that is drawn.
      await page.waitForTimeout(drawnMs)
    },
  },
  { name: 'app-jobs', path: () => '/#/jobs', prepare: (page) => page.getByText('sample.pdf').first().waitFor() },
  {
    name: 'app-batch',
    path: () => '/#/advanced',
    prepare: async (page) => {
      const names = ['sample.pdf', 'quarter.pdf', 'scan.pdf']
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles(names.map((name) => fileURLToPath(new URL(name, examples))))
      await page.getByText('Parse with one').click()
      await page.getByRole('radio', { name: /Best reading/ }).check({ force: true })
      await page.getByRole('button', { name: 'Parse', exact: true }).click()
      await page
        .locator('.chip.good')
        .nth(names.length - 1)
        .waitFor({ timeout: 120_000 })
    },
  },
  { name: 'app-reference', path: () => '/docs/api', prepare: heading },
  {
    name: 'app-admin',
    path: () => '/#/admin',
    prepare: async (page) => {
      await page.getByLabel('Admin token').fill(adminToken)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Jobs in the last day' }).waitFor()
    },
  },
  {
    name: 'app-phone',
    path: ({ compared }) => `/#/jobs/${compared}`,
    width: 390,
    height: 844,
    prepare: (page) => page.locator('.verdict').waitFor(),
  },
]

const take = async (browser: Browser, { url, key }: { url: string; key: string }, shot: Shot, path: string) => {
  const { width = 1280, height = 800, colorScheme = 'light' } = shot
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale: 'en',
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  })
  await context.addInitScript(`sessionStorage.setItem('polyparse.key', ${JSON.stringify(key)})`)
  const page = await context.newPage()
  await page.goto(`${url}${path}`)
  await shot.prepare(page)
  // A message in a corner is gone after a few seconds.
  await page.locator('.toasts > p').first().waitFor({ state: 'detached' })
  const png = await page.screenshot()
  await context.close()
  return toWebp(browser, png)
}

const qualities = [0.85, 0.7, 0.5]

/** Chromium itself writes WebP, a third of the size: in the best quality that is small enough. */
const toWebp = async (browser: Browser, png: Buffer): Promise<Buffer> => {
  for (const quality of qualities) {
    const webp = await encode(browser, png, quality)
    if (webp.length <= maxBytes) return webp
  }
  throw new RangeError(`even in the lowest quality it has more than ${maxBytes} bytes`)
}

const encode = async (browser: Browser, png: Buffer, quality: number): Promise<Buffer> => {
  const page = await browser.newPage()
  const dataUrl: unknown = await page.evaluate(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', ${quality})
  })()`)
  await page.close()
  return Buffer.from(String(dataUrl).split(',')[1] ?? '', 'base64')
}

/** Jobs for the views that list them, none by a vendor: what one is played to read says nothing of the real one. */
const fillService = async (url: string, key: string): Promise<Jobs> => {
  const client = createClient(url, key)
  const upload = async (name: string, more: Record<string, string>) => {
    const content = await readFile(new URL(name, examples))
    const { id } = await client.upload(content, { name, type: 'application/pdf', more })
    await client.end(id)
    return id
  }
  const outputs = { 'X-Service-Outputs': 'markdown,tables,json,metadata' }
  await upload('quarter.pdf', { ...outputs, 'X-Service-Provider': 'auto' })
  await upload('scan.pdf', { ...outputs, 'X-Service-Provider': 'auto' })
  await upload('sample.pdf', { ...outputs, 'X-Service-Provider': 'auto' })
  const compared = await upload('quarter.pdf', {
    'X-Service-Operation': 'compare',
    'X-Service-Outputs': 'markdown,json',
    'X-Service-Providers': 'provider-a,provider-b,provider-c',
  })
  return { compared }
}

const wanted = process.argv.slice(2)
const stack = new AsyncDisposableStack()
try {
  const vendor = await openLlamaparse({ polls: 1 })
  stack.defer(() => vendor.close())
  const place = await temporaryPlace({ after: (done) => stack.defer(done) })
  const server = await startServer(place, {
    POLYPARSE_ADMIN_TOKEN: adminToken,
    LLAMA_CLOUD_API_KEY: llamaKey,
    LLAMA_CLOUD_BASE_URL: vendor.url,
  })
  stack.defer(async () => void (await server.end('SIGTERM')))
  const browser = await launchBrowser()
  stack.defer(() => browser.close())
  const key = server.key ?? ''
  const jobs = await fillService(server.url, key)
  await mkdir(images, { recursive: true })
  for (const shot of shots) {
    if (wanted.length > 0 && !wanted.includes(shot.name)) continue
    try {
      const bytes = await take(browser, { url: server.url, key }, shot, shot.path(jobs))
      await writeFile(new URL(`${shot.name}.webp`, images), bytes)
      console.log(`${shot.name}.webp ${bytes.length} bytes`)
    } catch (error) {
      // The others are made all the same.
      console.error(`${shot.name}: ${String(error)}`)
      process.exitCode = 1
    }
  }
} finally {
  await stack.disposeAsync()
}

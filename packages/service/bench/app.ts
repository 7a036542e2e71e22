import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JobList } from '@polyparse/contract'
import { Value } from '@polyparse/document/typebox/value'
import { launchBrowser, noBrowser } from '@polyparse/test-support/browser'
import { pagesPdf, pdfOf } from '@polyparse/test-support/pdf'
import type { Measurement } from '@polyparse/test-support/statistics'
import { PNG } from 'pngjs'
import type { Browser } from 'playwright-core'
import { openApp, pageDrawn, showBlocks } from '../test/support/app.ts'
import { startServer, type Server } from '../test/support/server.ts'

const maxOpenMs = 2000
const maxHeapMebibytes = 150
const maxTaskMs = 200

/** How long a document may take to be read. */
const maxParseMs = 300_000

/** Enough for a view to be drawn. */
const settleMs = 700

/** Large documents in the app: chosen, parsed, opened at the end of the job, and seen in every view. None without a browser. */
export const measureApp = async (folder: string): Promise<Measurement[]> => {
  if (noBrowser !== false) return []
  await mkdir(folder, { recursive: true })
  const documents = {
    'PDF of 1000 pages': await pagesPdf(1000),
    'PDF of 75 MB with 300 pictures': await picturesPdf(300, 250_000),
  }
  const server = await startServer({ folder: join(folder, 'app'), databaseUrl: null })
  const browser = await launchBrowser()
  try {
    const measured: Measurement[] = []
    for (const [name, bytes] of Object.entries(documents)) {
      const path = join(folder, `${name.replaceAll(' ', '-')}.pdf`)
      await writeFile(path, bytes)
      measured.push(...(await measureDocument(browser, server, name, path)))
    }
    return measured
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
}

/** A page for each picture, whose bytes cannot be compressed. */
const picturesPdf = (count: number, bytesPerPicture: number): Promise<Buffer> =>
  pdfOf((pdf) => {
    for (let number = 1; number <= count; number += 1) {
      if (number > 1) pdf.addPage()
      pdf.fontSize(14).text(`Figure ${number} shows what was seen that day.`).moveDown()
      pdf.image(noise(bytesPerPicture), { width: 300 })
    }
  })

const noise = (bytes: number): Buffer => {
  const side = Math.round(Math.sqrt(bytes / 3))
  const image = new PNG({ width: side, height: side })
  image.data.set(randomBytes(image.data.length))
  return PNG.sync.write(image, { colorType: 2, inputHasAlpha: true, filterType: 0 })
}

/** When the newest job ended. */
const endOf = async (url: string, key: string): Promise<number> => {
  const response = await fetch(`${url}/api/v1/jobs?limit=1`, { headers: { authorization: `Bearer ${key}` } })
  const list: unknown = await response.json()
  assert.ok(Value.Check(JobList, list))
  return Date.parse(list.jobs[0]?.completedAt ?? '')
}

const measureDocument = async (
  browser: Browser,
  server: Server,
  name: string,
  path: string,
): Promise<Measurement[]> => {
  const key = server.key ?? ''
  const { page, context } = await openApp(browser, server.url, { key })
  try {
    await page.evaluate(`
      globalThis.longestTask = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) globalThis.longestTask = Math.max(globalThis.longestTask, duration)
      }).observe({ entryTypes: ['longtask'] })`)
    await page.locator('input[type=file]').first().setInputFiles(path)
    await page.getByText('Parse with one').click()
    await page.getByRole('button', { name: 'Parse', exact: true }).click()
    await page.locator('.rendered').first().waitFor({ timeout: maxParseMs })
    await pageDrawn(page)
    const shownAt = Date.now()
    const openMs = shownAt - (await endOf(server.url, key))

    await showBlocks(page)
    await page.getByRole('textbox', { name: 'Page' }).fill('300')
    await page.keyboard.press('Enter')
    await page
      .locator('.reading-block', { hasText: /\b300\b/ })
      .first()
      .waitFor()
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await page.waitForTimeout(settleMs)
    }
    const session = await context.newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return [
      limited(`${name}: from its job's end to page and text`, openMs, 'ms', maxOpenMs),
      limited(`${name}: heap after all views`, usedSize / 1024 ** 2, 'MiB', maxHeapMebibytes),
      limited(`${name}: longest task`, Number(await page.evaluate('globalThis.longestTask')), 'ms', maxTaskMs),
    ]
  } finally {
    await context.close()
  }
}

const limited = (name: string, value: number, unit: string, limit: number): Measurement => ({
  name,
  value,
  unit,
  aim: `< ${limit}`,
  holds: value < limit,
})

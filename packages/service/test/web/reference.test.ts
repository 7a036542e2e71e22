import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser } from 'playwright-core'
import { openAppApi } from '../support/app-api.ts'
import { axeFaults, openApp, settles, textSettles } from '../support/app.ts'

describe('The API reference in a browser', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  let api: Awaited<ReturnType<typeof openAppApi>>
  const stack = suiteStack()
  before(async () => {
    api = stack.adopt(await openAppApi(), (open) => open.close())
    browser = await openBrowser()
  })

  it('shows every operation of the description, and what its bodies consist of', async () => {
    const { page, context, faults } = await openApp(browser, `${api.url}/docs/api`)
    await page.getByRole('heading', { name: 'Create a job' }).waitFor()
    const description = await api.inject({ method: 'GET', url: '/api/openapi.json' })
    const { paths } = description.json<{ paths: Record<string, object> }>()
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods))
    await settles(() => page.locator('.operation').count(), operations.length)
    const create = page.locator('#createJob')
    await create.getByText('Properties of source', { exact: true }).click()
    await create.locator('.properties .properties').getByText('url', { exact: true }).waitFor()
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('sends what it is asked to try, and shows the answer as text', async () => {
    const { page, context, faults } = await openApp(browser, `${api.url}/docs/api`, { key: api.key })
    const operation = page.locator('#listProviders')
    await operation.getByText('Try it').click()
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.getByLabel('Response body').getByText('"provider-a"').waitFor()

    const create = page.locator('#createJob')
    await create.getByText('Try it').click()
    await create.getByText('Upload', { exact: true }).click()
    await create
      .getByLabel('Document', { exact: true })
      .setInputFiles([{ name: 'Über <b>.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello.') }])
    await create.getByRole('button', { name: 'Send' }).click()
    await create.getByLabel('Response body').getByText('"queued"').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('has the code for the choices in the workbench', async () => {
    const { page, context } = await openApp(browser, `${api.url}/#/advanced`, { key: api.key })
    await page.getByRole('heading', { name: 'Recent jobs' }).waitFor()
    await page.getByText('Parse with one').click()
    await page.getByPlaceholder('all, or 1-3, 7').fill('2-3')
    await page.getByRole('link', { name: 'API' }).click()
    const create = page.locator('#createJob')
    await create.getByText('Uses your choices in the workbench.').waitFor()
    await textSettles(create.getByLabel(/^curl code/), /X-Service-Pages: 2,3/)
    await create.getByText('Python', { exact: true }).click()
    await textSettles(create.getByLabel(/^Python code/), /pages=\[2, 3\]/)
    await context.close()
  })

  it('works on a phone and in dark mode', async () => {
    const { page, context } = await openApp(browser, `${api.url}/docs/api`, { width: 390, colorScheme: 'dark' })
    await page.getByRole('heading', { name: 'Create a job' }).waitFor()
    assert.deepEqual(await axeFaults(page), [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await context.close()
  })
})

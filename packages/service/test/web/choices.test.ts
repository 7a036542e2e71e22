import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { docxOf, paragraphXml, run } from '@polyparse/test-support/office'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser } from 'playwright-core'
import { axeFaults, openApp, settles, showBlocks } from '../support/app.ts'
import { pythonClient, pythonObstacle, pythonWithTools } from '../support/python.ts'
import { startServer, temporaryPlace, type Server } from '../support/server.ts'
import { llamaKey, openLlamaparse } from '../../../providers/test/support/llamaparse.ts'

const execute = promisify(execFile)

const root = join(import.meta.dirname, '../../../..')

const example = (name: string): Promise<Buffer> => readFile(new URL(`../../../../examples/${name}`, import.meta.url))

describe('The choices in the workbench', { skip: noBrowser }, () => {
  const stack = suiteStack()
  const openBrowser = suiteBrowser()
  let browser: Browser
  let server: Server
  let vendor: Awaited<ReturnType<typeof openLlamaparse>>

  before(async () => {
    vendor = await openLlamaparse({ polls: 1 })
    stack.defer(() => vendor.close())
    const place = await temporaryPlace({ after: (done) => stack.defer(done) })
    server = await startServer(place, {
      LLAMA_CLOUD_API_KEY: llamaKey,
      LLAMA_CLOUD_BASE_URL: vendor.url,
      POLYPARSE_PAID_PAGES_PER_DAY: '2',
    })
    stack.defer(async () => void (await server.end('SIGTERM')))
    browser = await openBrowser()
  })

  it('say what a vendor will charge, and which limit would refuse it; the refusal leads back to them', async () => {
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key: server.key ?? '' })
    await page.getByText('Parse with one').click()
    await page.getByRole('radio', { name: /LlamaParse/ }).check({ force: true })
    const card = page.getByRole('region', { name: 'Before you pay' })
    await card.getByText('A page costs about: LlamaParse 0.00375 USD.').waitFor()

    const choose = (...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
      page.locator('input[type=file]').first().setInputFiles(files)
    await choose({ name: 'sample.pdf', mimeType: 'application/pdf', buffer: await example('sample.pdf') })
    await card.getByText('3 pages × 0.00375 USD').waitFor()
    await card.getByText('Of 2 pages a day for providers that charge, 2 are left, and about 3 are needed.').waitFor()
    await page.locator('.submit-bar').getByText('exceeds a limit').waitFor()
    assert.deepEqual(await axeFaults(page), [])

    await page.getByRole('button', { name: 'Parse', exact: true }).click()
    await page.getByText('The account may send 2 pages a day (UTC)').waitFor()
    assert.equal(vendor.requests.length, 0, 'nothing was sent to the vendor')
    await page.getByRole('button', { name: 'Choose fewer pages or another provider' }).click()

    await page.getByRole('textbox', { name: 'Pages' }).fill('1')
    await card.getByText('1 page × 0.00375 USD').waitFor()
    await card.getByText('The chosen pages save about 0.0075 USD.').waitFor()
    await page.locator('.submit-bar').getByText('about 0.00375 USD').waitFor()
    assert.equal(await card.getByRole('status').count(), 0, 'no limit is exceeded')
    await page.getByRole('button', { name: 'Parse', exact: true }).click()
    await showBlocks(page)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('guess the cost of a document that only the vendor can count, and know none for one at a URL', async () => {
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key: server.key ?? '' })
    await page.getByText('Parse with one').click()
    await page.getByRole('radio', { name: /LlamaParse/ }).check({ force: true })
    const card = page.getByRole('region', { name: 'Before you pay' })
    await page.getByRole('textbox', { name: 'URL of a document' }).fill('https://example.com/report.pdf')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await card.getByText('1 document at a URL not included').waitFor()
    await page.locator('.submit-bar').getByText('cost unknown').waitFor()
    const buffer = Buffer.from(docxOf({ body: paragraphXml(run('All were present.')) }))
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'a.docx', mimeType: '', buffer }])
    await card.getByText('The pages of 1 document are guessed from the size').waitFor()
    await page.getByRole('radio', { name: /Best reading/ }).check({ force: true })
    await card.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('are kept under a name, are the first ones of the next visit, and come to others by a link without secrets', async () => {
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key: server.key ?? '' })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText('Parse with one').click()
    await page.getByRole('radio', { name: /Structure reader/ }).check({ force: true })
    await page.getByRole('textbox', { name: 'Pages' }).fill('2')
    await page.getByText('for each provider').click()
    await page.getByLabel('Password').fill('sesame')
    await page.getByRole('button', { name: 'Save as preset' }).click()
    await page.getByRole('textbox', { name: 'Name of the preset' }).fill('Second pages')
    await page.keyboard.press('Enter')
    const presets = page.getByRole('combobox', { name: 'Preset' })
    await page.getByRole('button', { name: 'Use by default' }).click()
    await page.getByRole('button', { name: /^Copy link/ }).click()
    const link = String(await page.evaluate('navigator.clipboard.readText()'))
    assert.deepEqual(await axeFaults(page), [])

    await page.reload()
    await settles(() => presets.inputValue(), 'Second pages')
    await settles(() => page.getByRole('textbox', { name: 'Pages' }).inputValue(), '2')
    assert.doesNotMatch(String(await page.evaluate('JSON.stringify({ ...localStorage })')), /sesame/)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name of the preset' }).fill('Only page 2')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Restore Only page 2' }).click()
    await settles(() => presets.inputValue(), 'Only page 2')
    await context.close()

    const other = await openApp(browser, link, { key: server.key ?? '' })
    await other.page.getByText('The preset Second pages of the link is chosen.').waitFor()
    assert.equal(new URL(other.page.url()).hash, '#/advanced')
    await settles(() => other.page.getByRole('textbox', { name: 'Pages' }).inputValue(), '2')
    assert.deepEqual(await axeFaults(other.page), [])
    await other.page.goto(`${server.url}/#/?preset=broken`)
    await other.page.getByText('The link holds no preset that this service understands.').waitFor()
    assert.deepEqual([...faults, ...other.faults], [])
    await other.context.close()
  })

  // The first test that needs the tools of Python installs them.
  it('are shown as code for curl, TypeScript and Python that does the same', async (t) => {
    const obstacle = await pythonObstacle()
    const folder = await mkdtemp(join(tmpdir(), 'polyparse-samples-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'sample.pdf'), await example('sample.pdf'))
    const { page, context } = await openApp(browser, `${server.url}/#/advanced`, { key: server.key ?? '' })
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'sample.pdf', mimeType: 'application/pdf', buffer: await example('sample.pdf') }])
    await page.getByText('Code for this request').click()
    const codeOf = async (operation: string, language: string) => {
      await page.getByText(operation).click()
      if (operation === 'Parse with one') await page.getByRole('radio', { name: /Fast layout/ }).check({ force: true })
      else await page.getByRole('checkbox', { name: /Optical reader/ }).uncheck({ force: true })
      await page.getByRole('textbox', { name: 'Pages' }).fill('1')
      await page.getByRole('radiogroup', { name: 'Language' }).getByText(language, { exact: true }).click()
      return page.locator('.code-samples pre').innerText()
    }
    const run = async (program: string, argv: readonly string[], env: Record<string, string> = {}) => {
      const all = { ...process.env, POLYPARSE_API_KEY: server.key ?? '', ...env }
      const running = execute(program, argv, { cwd: folder, env: all, maxBuffer: 16 * 1024 ** 2 })
      running.child.stdin?.end()
      return (await running).stdout
    }

    const python = obstacle === null ? await pythonWithTools() : null
    if (python === null) t.diagnostic(`SKIPPED: the Python code, because ${obstacle}`)
    for (const [operation, expected] of [
      ['Parse with one', /Harbour Light Ferries/],
      ['Compare several', /provider-a[^]*provider-c/],
    ] as const) {
      const [create = '', read = ''] = (await codeOf(operation, 'curl')).split('# Waits')
      const created = await run('sh', ['-ec', create])
      const id = /"id":"([\da-f-]{36})"/.exec(created)?.[1] ?? ''
      assert.match(await run('sh', ['-ec', `# Waits${read}`], { JOB: id }), expected)

      await writeFile(join(folder, 'sample.ts'), await codeOf(operation, 'TypeScript'))
      assert.match(await run(process.execPath, ['sample.ts']), expected)

      if (python === null) continue
      await writeFile(join(folder, 'sample.py'), await codeOf(operation, 'Python'))
      const env = { PYTHONPATH: join(pythonClient, 'src'), PYTHONDONTWRITEBYTECODE: '1' }
      assert.match(await run(python, ['sample.py'], env), expected)
    }
    await context.close()
  })
})

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { installPeers } from '../../../../test/peers/install-peers.ts'
import { runPage } from '../support/code-blocks/run-page.ts'
import { openStage, type Stage } from '../support/code-blocks/stage.ts'
import { readPagesToRun, slowPages } from '../support/code-blocks/which.ts'

/** The pages that the tests of every day leave out. */
describe('The code blocks of', async () => {
  const stack = suiteStack()
  const pages = await readPagesToRun()
  let stage: Stage
  before(async () => {
    await installPeers()
    stage = await openStage(stack)
  })

  for (const page of slowPages)
    it(`${page} do what they should`, { timeout: 300_000 }, async () => {
      const blocks = pages.get(page) ?? []
      assert.ok(blocks.length > 0)
      await runPage(stage, page, blocks)
    })
})

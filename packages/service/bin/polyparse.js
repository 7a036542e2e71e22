#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Plain JavaScript, so that a Node that is too old can still say so.
const needed = 26
const version = process.versions.node

if (Number.parseInt(version, 10) < needed) {
  console.error(
    `Polyparse needs Node ${needed} or newer and this is Node ${version}; ` +
      `\`npm start\` and \`npx polyparse\` use the Node ${needed} that \`npm install\` has put into node_modules.`,
  )
  process.exitCode = 1
} else {
  // Keeps what the first start compiled, which makes the next ones a third faster; where it cannot write, it does not.
  module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/polyparse', import.meta.url)))
  void import('../src/cli/main.ts').then(({ main }) => main(process.argv, process.env))
}

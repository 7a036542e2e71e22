#!/usr/bin/env node
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
  void import('../src/cli/main.ts').then(({ main }) => main(process.argv, process.env))
}

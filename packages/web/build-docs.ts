import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildDocsSite } from './build/docs/site.ts'

/** `npm run docs:site [-- FOLDER]`: the documentation as static files, by default in `dist-docs`. */
const root = join(import.meta.dirname, '../..')
const folder = resolve(process.argv[2] ?? join(root, 'dist-docs'))
if (process.argv[2] === undefined) await rm(folder, { recursive: true, force: true })
const faults = await buildDocsSite(root, folder)
console.log(`Wrote the documentation to ${folder}`)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

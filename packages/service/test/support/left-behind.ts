import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { openPostgres } from '../../src/db/postgres.ts'

/** All that a service has written at its place: every file, unpacked where necessary, and every row of its database. */
export const leftBehind = async ({
  folder,
  databaseUrl,
}: {
  readonly folder: string
  readonly databaseUrl: string | null
}): Promise<string[]> => [...(await filesOf(folder)), ...(databaseUrl === null ? [] : await rowsOf(databaseUrl))]

const filesOf = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (file) => unpacked(await readFile(file)).toString('latin1')))
}

const unpacked = (bytes: Buffer): Buffer => {
  for (const unpack of [gunzipSync, zstdDecompressSync]) {
    try {
      return unpack(bytes)
    } catch {
      // It is packed in another way, or not at all.
    }
  }
  return bytes
}

const rowsOf = async (databaseUrl: string): Promise<string[]> => {
  const database = await openPostgres(databaseUrl)
  try {
    const tables = await database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const rows: string[] = []
    for (const { name } of tables) {
      const found = await database.query<{ row: string }>(`select to_jsonb(each)::text as row from ${name} as each`)
      rows.push(...found.map(({ row }) => row))
    }
    return rows
  } finally {
    await database.close()
  }
}

import { locked } from '@polyparse/engine'

/**
 * Excel encrypts workbooks that are only protected against changes with this password, and opens them without asking.
 */
const excelPassword = 'VelvetSweatshop'

/**
 * Returns what the first password that opens the document gives: the one given, or that of Excel.
 * @throws {EngineFailure} `document_encrypted` when none does.
 */
export const opened = <Key>(password: string | null, open: (password: string) => Key | null): Key => {
  for (const one of password === null ? [excelPassword] : [password, excelPassword]) {
    const key = open(one)
    if (key !== null) return key
  }
  throw locked(password)
}

/** A line that begins a mail, after an empty line or at the start of the file, and before a line of its head. */
const mboxFromLinePattern = /(?:^\s*|\n\r?\n)(From [^\n]*\n)(?=>?[!-9;-~]+[ \t]*:)/g

/** The mails of a mailbox (RFC 4155), each as it was before it was stored there. */
export const mailsIn = (bytes: Uint8Array): Uint8Array[] => {
  // Byte for byte.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const starts = [...text.matchAll(mboxFromLinePattern)].map(
    ({ 0: all, 1: line = '', index }) => index + all.length - line.length,
  )
  return starts.map((start, index) => mailOf(text.slice(start, starts[index + 1])))
}

/** Cuts off the line before the mail. */
const mailOf = (stored: string): Uint8Array => Buffer.from(unquoted(stored.slice(stored.indexOf('\n') + 1)), 'latin1')

/** Lines that begin like a mail are stored with a `>` in front. */
const unquoted = (text: string): string => text.replaceAll(/^>(>*From )/gm, '$1')

import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'

/*
 * Tries what native code might try, and reports what succeeded. It runs as engines do, but without Node's permissions,
 * so that only the system can stop it. Arguments: a file that an engine must be able to read, one that it must not, a
 * port of this machine that listens, and more memory than it may have.
 */

const [allowed = '', forbidden = '', port = '', bytes = ''] = process.argv.slice(2)

const isDone = (attempt: () => void): boolean => {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

const isConnected = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
  })

const found = {
  document: isDone(() => readFileSync(allowed)),
  files: isDone(() => readFileSync(forbidden)) || isDone(() => readFileSync(`/proc/${process.ppid}/environ`)),
  writing: isDone(() => writeFileSync(allowed, '')),
  network: await isConnected(),
  memory: isDone(() => new ArrayBuffer(Number(bytes))),
}
process.stdout.write(JSON.stringify(found))
process.exit()

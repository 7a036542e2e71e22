import { spawnSync } from 'node:child_process'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'

/*
 * Tries what native code might try, and reports what succeeded. It runs as engines do, but without Node's permissions,
 * so that only the system can stop it. Arguments: a file that an engine must be able to read, one that it must not, a
 * port of this machine that listens, the number of a process that is none of its own, and more memory than it may have.
 */

const [allowed = '', forbidden = '', port = '', stranger = '', bytes = ''] = process.argv.slice(2)

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

/** Too many processes would be another error. The filter refuses sockets, too, so that there must be no new pipes. */
const isRefusedByFilter = (): boolean => {
  const { error } = spawnSync(process.execPath, ['--eval', ''], { stdio: 'inherit' })
  return error !== undefined && 'code' in error && error.code === 'EPERM'
}

// Whoever has started this sees whether the stranger ends. The number may be that of a thread here.
process.on('SIGTERM', () => {})
isDone(() => process.kill(Number(stranger), 'SIGTERM'))

const probeFindings = {
  document: isDone(() => readFileSync(allowed)),
  files: isDone(() => readFileSync(forbidden)) || isDone(() => readFileSync(`/proc/${stranger}/environ`)),
  writing: isDone(() => writeFileSync(allowed, '')),
  network: await isConnected(),
  processes: isDone(() => openSync(`/proc/${stranger}/mem`, 'r+')),
  systemCalls: !isRefusedByFilter(),
  memory: isDone(() => new ArrayBuffer(Number(bytes))),
}
process.stdout.write(JSON.stringify(probeFindings))
process.exit()

/*
 * The service as a program. At SIGUSR2 it prints the longest time, in milliseconds of CPU, that its main thread has
 * worked without a pause since it was last asked: time in which no request is answered, however busy the machine is.
 */

let longest = 0
let before = process.threadCpuUsage()

setInterval(() => {
  const { user, system } = process.threadCpuUsage(before)
  before = process.threadCpuUsage()
  longest = Math.max(longest, (user + system) / 1000)
}, 5).unref()

process.on('SIGUSR2', () => {
  process.stdout.write(`longest main-thread task: ${Math.round(longest)} ms\n`)
  longest = 0
})

// As its program starts it, after the signal has a listener.
void import(new URL('../../../cli/bin/polyparse.js', import.meta.url).href)

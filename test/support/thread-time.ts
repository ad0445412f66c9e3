/** Milliseconds of processor time that this thread has taken; other work on the machine hardly changes it. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

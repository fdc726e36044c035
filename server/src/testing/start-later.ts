import { createJobs, type Jobs } from '../base/runtime/jobs.ts'

/**
 * The queues of a shop that no other process shares, started by the first job: many tests send none, and starting them
 * is half of what an empty shop computes.
 */
export function startLater(...own: Parameters<typeof createJobs>): Jobs {
  const jobs = createJobs(...own)
  let starting: Promise<void> | undefined
  return {
    ...jobs,
    send(...job) {
      starting ??= jobs.start()
      starting.catch(() => {}) // `send` tells why
      return jobs.send(...job)
    },
  }
}

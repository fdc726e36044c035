import { expect, test } from 'vitest'
import { colorPages } from './color-pages.ts'
import type { Pool } from './pool.ts'
import { proveFile } from './proof.ts'
import type { JobProgress } from './worker-process.ts'
import { JobDied } from './worker-process.ts'

type Job = Parameters<Pool['run']>[0]
const WORK_MS = 1_000

/** Children that take no time and report a second for each job. `dies`: of which jobs. */
function fakePool(dies: (job: Job) => boolean) {
  const jobs: Job[] = []
  const run: Pool['run'] = async (job, _weight, { onPage, account } = {}) => {
    jobs.push(job)
    if (account) account.ms += WORK_MS
    if (dies(job)) throw new JobDied('deadline')
    const tell = (progress: object) => onPage?.(progress as JobProgress)
    if (job.kind === 'prove')
      for (const page of job.pages) tell({ is: 'proved', proved: { page, same: true, findings: [] } })
    if (job.kind === 'color') tell({ is: 'page', color: false })
    return { is: 'done', answer: [] } as unknown as Awaited<ReturnType<Pool['run']>>
  }
  return { pool: { run } as Pool, jobs }
}

const pagesOf = (job: Job) => (job.kind === 'prove' ? job.pages.length : 0)

test('a turn ends after the current page, also if a chunk killed its child; only its own work counts', async () => {
  const { pool, jobs } = fakePool((job) => pagesOf(job) > 1)
  const first = await proveFile(pool, 'a.pdf', 30, { turnMs: 0 })
  // The chunk that died, and then the first of its pages alone
  expect(jobs.map(pagesOf)).toEqual([20, 1])
  expect(first).toMatchObject({ hasta: 1, ms: 2 * WORK_MS, imposibles: [] })
  expect(first.wanted).toHaveLength(29)
  const { hasta } = await proveFile(pool, 'a.pdf', 30, { after: 1, wanted: first.wanted, turnMs: 0 })
  expect(hasta).toBe(2)
})

test('only the first turn looks for risky pages in a file of more than 600', async () => {
  const { pool, jobs } = fakePool(() => false)
  const { wanted, hasta } = await proveFile(pool, 'a.pdf', 2_000, { turnMs: 0 })
  expect([jobs.filter(({ kind }) => kind === 'risky').length > 0, wanted.length > 400]).toEqual([true, true])
  jobs.length = 0
  await proveFile(pool, 'a.pdf', 2_000, { after: hasta, wanted, turnMs: 0 })
  expect(jobs.map(({ kind }) => kind)).toEqual(['prove'])
})

test('a turn for colour sees at least one page, and answers those that it saw', async () => {
  const { pool } = fakePool(() => false)
  expect(await colorPages(pool, 'a.pdf', 1, 9, { turnMs: 0 })).toEqual([false])
  expect(await colorPages(pool, 'a.pdf', 2, 4, {})).toEqual([false, false, false])
})

test('a turn in which every page was lost goes on until the file is hopeless: the other pages count as colour', async () => {
  const { pool, jobs } = fakePool(() => true)
  expect(await colorPages(pool, 'a.pdf', 1, 9, { turnMs: 0 })).toEqual(Array(9).fill(true))
  expect(jobs).toHaveLength(3)
})

// What leaves of mails, and when: they are most of the database, and hold what customers were told.
import type { Deps } from '../../base/runtime/deps.ts'
import { deleteOldest, emptyOldest } from './store.ts'

const DAY_MS = 24 * 3600_000
/** Their words, so long after they left; their receivers have them. */
const SENT_DAYS = 30
/** Where none leaves (no mail server, or refused for good) they are read here. */
const UNSENT_DAYS = 90
/** The rest: to whom, what about, when, and the key that keeps the same mail from leaving twice. */
const ROW_DAYS = 365

/** Rows of one statement: its locks last some milliseconds. */
const STEP = 200
/** Of one round: a million and more in a day, without slowing the counter down. */
const STEPS = 10

/**
 * Empties and deletes what its time has come for, in small steps, called every few minutes by every process. After a
 * year the key goes too: each mail is queued by a step that its order, payment, voucher or account takes once, so
 * nothing queues the same one again by then.
 */
export async function forgetMails({ db, mailer, now }: Pick<Deps, 'db' | 'mailer' | 'now'>): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * DAY_MS)
  const ended = ago(UNSENT_DAYS)
  const sent = mailer.kind === 'bandeja' ? ended : ago(SENT_DAYS)
  await inSteps(() => emptyOldest(db, { sent, ended, limit: STEP }))
  await inSteps(() => deleteOldest(db, { before: ago(ROW_DAYS), limit: STEP }))
}

async function inSteps(step: () => Promise<number>): Promise<void> {
  for (let steps = 0; steps < STEPS; steps++) if ((await step()) < STEP) return
}

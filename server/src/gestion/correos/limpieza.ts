// Which parts of mails are deleted, and when: mails are most of the database, and hold what customers were
// told.
import type { Deps } from '../../base/runtime/deps.ts'
import { deleteOldest, emptyOldest } from './store.ts'

const DAY_MS = 24 * 3600_000
/** Their text is deleted so long after they were sent; their receivers have it. */
const SENT_DAYS = 30
/** Longer if they were not sent (no mail server, or refused for good): people read them here. */
const UNSENT_DAYS = 90
/** The rest of the row: receiver, topic, time, and the key that keeps the same mail from being sent twice. */
const ROW_DAYS = 365

/** Rows of one statement, whose locks last some milliseconds. */
const STEP = 200
/** Statements of one round: a million rows and more in a day, without slowing the counter down. */
const STEPS = 10

/**
 * Empties and deletes old mails in small steps; every process calls it every few minutes. After a year the
 * key is deleted too: each mail is queued by a step that its order, payment, voucher or account takes only
 * once, so the same mail is not queued again.
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

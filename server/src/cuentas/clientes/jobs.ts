import type { Deps } from '../../base/runtime/deps.ts'
import { completeBuzones, deleteUnconfirmed } from '../auth/service.ts'
import { type EnlaceDeps, sendAsked } from './enlaces.ts'
import { deleteEndedEnlaces } from './store.ts'

const DAY_MS = 24 * 3600_000
/**
 * A used link still says so for this long after its end; later it is void, and a new one can be requested.
 */
const KEPT_DAYS = 30
/** Days until an unconfirmed registration is deleted. */
const UNUSED_DAYS = 30
/** Mailboxes filled in per round, for accounts that an earlier version confirmed. */
const BUZONES = 1_000

export function clientesJobs(deps: EnlaceDeps): void {
  deps.jobs.work('enlace', (asked) => sendAsked(deps, asked))
}

/** Deletes expired links and registrations. */
export async function cleanAccounts({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * DAY_MS)
  await deleteEndedEnlaces(db, ago(KEPT_DAYS))
  await deleteUnconfirmed(db, ago(UNUSED_DAYS))
  await completeBuzones(db, BUZONES)
}

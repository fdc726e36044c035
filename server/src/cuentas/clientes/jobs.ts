import type { Deps } from '../../base/runtime/deps.ts'
import { completeBuzones, deleteUnconfirmed } from '../auth/service.ts'
import { sendAsked } from './enlaces.ts'
import { deleteEndedEnlaces } from './store.ts'

const DAY_MS = 24 * 3600_000
/** A link that was used goes on answering its reader so long after its end; opened later it is void, and another can be asked for. */
const KEPT_DAYS = 30
/** A registration that was not confirmed. */
const UNUSED_DAYS = 30
/** Of accounts that the version before confirmed: so many a round. */
const BUZONES = 1_000

export function clientesJobs(
  deps: Pick<Deps, 'dataDir' | 'db' | 'jobs' | 'now' | 'publicUrl' | 'seguridad' | 'tienda'>,
): void {
  deps.jobs.work('enlace', (asked) => sendAsked(deps, asked))
}

/** What time does to accounts and links. */
export async function cleanAccounts({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * DAY_MS)
  await deleteEndedEnlaces(db, ago(KEPT_DAYS))
  await deleteUnconfirmed(db, ago(UNUSED_DAYS))
  await completeBuzones(db, BUZONES)
}
